#!/usr/bin/env bash
# Package and version: exceljs 4.4.0 (npm)
# Guess, written before it was run: when a worksheet of a workbook that was read is removed, its picture is not in the file that is saved.
# What it does: cells, notes and links of the sheet go; its picture is saved in xl/media though no sheet shows it, and the names that were defined for its cells stay in the workbook.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"
npm install --silent --no-audit --no-fund --no-save --ignore-scripts exceljs@4.4.0 jszip@3.10.1
cat >remove.js <<'JS'
const fs = require("fs");
const ExcelJS = require("exceljs");
const JSZip = require("jszip");

async function main() {
    const made = new ExcelJS.Workbook();
    made.addWorksheet("Kept").getCell("A1").value = "Keepword";
    const sheet = made.addWorksheet("People");
    sheet.getCell("A1").value = "Cellword";
    sheet.getCell("A2").note = "Noteword";
    sheet.getCell("A3").value = { text: "page", hyperlink: "https://example.org/linkword" };
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    sheet.addImage(made.addImage({ base64: dot, extension: "png" }), "C1:D4");
    made.definedNames.add("People!$A$1", "Orla_Quist");
    await made.xlsx.writeFile("whole.xlsx");
    const read = new ExcelJS.Workbook();
    await read.xlsx.readFile("whole.xlsx");
    read.removeWorksheet("People");
    await read.xlsx.writeFile("removed.xlsx");
    const zip = await JSZip.loadAsync(fs.readFileSync("removed.xlsx"));
    const parts = Object.values(zip.files).filter((one) => !one.dir);
    const texts = await Promise.all(parts.map((one) => one.async("string")));
    const words = ["Keepword", "Cellword", "Noteword", "linkword", "Orla_Quist"];
    const left = words.filter((word) => texts.some((text) => text.includes(word)));
    const pictures = parts.map((one) => one.name).filter((name) => name.startsWith("xl/media/"));
    const shown = texts.some((text) => text.includes("media/image"));
    console.log(left, pictures, shown);
    process.exit(left.join() === "Keepword,Orla_Quist" && pictures.length === 1 && !shown ? 0 : 1);
}

main();
JS
node remove.js
