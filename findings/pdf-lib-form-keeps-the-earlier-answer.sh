#!/usr/bin/env bash
# Package and version: pdf-lib 1.17.1 (npm)
# Guess, written before it was run: once a form's field is given another text, is flattened empty or is removed, the first answer is nowhere in the file that is saved.
# What it does: the drawing of the first answer stays in the file as an object that nothing refers to, in all three cases; a viewer does not show it.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"
npm install --silent --no-audit --no-fund --no-save --ignore-scripts pdf-lib@1.17.1
cat >form.js <<'JS'
const zlib = require("zlib");
const { PDFDocument, PDFRawStream } = require("pdf-lib");
const answer = Buffer.from("Orla Quist").toString("hex").toUpperCase();
const changes = {
    unchanged: () => {},
    "set again": (form) => form.getTextField("name").setText("withheld"),
    flattened: (form) => {
        form.getTextField("name").setText("");
        form.flatten();
    },
    removed: (form) => form.removeField(form.getTextField("name")),
};
(async () => {
    const made = await PDFDocument.create();
    const field = made.getForm().createTextField("name");
    field.setText("Orla Quist");
    field.addToPage(made.addPage());
    const first = await made.save();
    const found = {};
    for (const [name, change] of Object.entries(changes)) {
        const document = await PDFDocument.load(first);
        change(document.getForm());
        const saved = await PDFDocument.load(await document.save());
        const drawn = saved.context
            .enumerateIndirectObjects()
            .filter(([, one]) => one instanceof PDFRawStream)
            .map(([, one]) => {
                try {
                    return zlib.inflateSync(one.contents).toString("latin1");
                } catch {
                    return Buffer.from(one.contents).toString("latin1");
                }
            });
        found[name] = drawn.filter((one) => one.includes(answer)).length;
    }
    console.log(found);
    process.exit(Object.values(found).every((count) => count > 0) ? 0 : 1);
})();
JS
node form.js
