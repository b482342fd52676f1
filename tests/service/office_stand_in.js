// A stand-in of the part of Office.js that the pane uses, for tests only. As in Word, what is asked for happens at
// `context.sync()`, and a property that was not loaded cannot be read. The test sets `window.opened` before.
(() => {
  const doc = { controls: [], ...window.opened };
  window.standIn = doc;
  const plain = (text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"');

  function lazy(names, read, queue) {
    const values = new Map();
    const made = { load: (asked) => queue.push(() => asked.split(",").forEach((name) => values.set(name.split("/")[0], read[name.split("/")[0]]()))) };
    for (const name of names) {
      Object.defineProperty(made, name, {
        enumerable: true,
        get() {
          if (!values.has(name)) throw new Error(`PropertyNotLoaded: ${name}`);
          return values.get(name);
        },
        set(value) { queue.push(() => { doc[name] = value; }); },
      });
    }
    made.fill = () => names.forEach((name) => values.set(name, read[name]()));
    return made;
  }
  const textOf = (one) => doc.paragraphs[one.paragraph].slice(one.start, one.end);

  function controlOf(find, queue) {
    const made = lazy(["isNullObject", "text", "tag"], {
      isNullObject: () => !find(), text: () => find() && textOf(find()), tag: () => find() && find().tag,
    }, queue);
    made.select = () => queue.push(() => { doc.selected = textOf(find()); });
    made.delete = (keep) => queue.push(() => {
      if (!keep) throw new Error("the words would go with the control");
      doc.controls = doc.controls.filter((one) => one !== find());
    });
    made.insertText = (put, where) => queue.push(() => {
      if (where !== "Replace") throw new Error(where);
      const at = find();
      const words = doc.paragraphs[at.paragraph];
      const more = put.length - (at.end - at.start);
      doc.paragraphs[at.paragraph] = words.slice(0, at.start) + put + words.slice(at.end);
      if (doc.changeTrackingMode !== "Off") doc.tracked = (doc.tracked || "") + words;
      for (const one of doc.controls) {
        if (one !== at && one.paragraph === at.paragraph && one.start >= at.end) { one.start += more; one.end += more; }
      }
      at.end += more;
    });
    return made;
  }

  function rangeOf(place, queue) {
    const made = lazy(["text"], { text: () => textOf(place) }, queue);
    made.fill();
    made.insertContentControl = () => {
      const control = { ...place };
      queue.push(() => doc.controls.push(control));
      return control;
    };
    return made;
  }

  function search(paragraph, words, { matchCase }) {
    const sought = words.replaceAll("^^", "^");
    if (!matchCase || words.length > 255) throw new Error("SearchStringInvalidOrTooLong");
    const text = plain(doc.paragraphs[paragraph]);
    const found = [];
    for (let at = text.indexOf(plain(sought)); at >= 0; at = text.indexOf(plain(sought), at + sought.length)) {
      found.push({ paragraph, start: at, end: at + sought.length });
    }
    return found;
  }

  function contextOf() {
    const queue = [];
    const paragraph = (text, number) => {
      const made = lazy(["text"], { text: () => text }, queue);
      made.fill();
      made.search = (words, options) => lazy(["items"], { items: () => search(number, words, options).map((one) => rangeOf(one, queue)) }, queue);
      return made;
    };
    const controls = lazy(["items"], { items: () => doc.controls.map((one) => {
      const made = controlOf(() => one, queue);
      made.fill();
      return made;
    }) }, queue);
    controls.getByTag = (tag) => ({ getFirstOrNullObject: () => {
      let found;
      return controlOf(() => (found ??= doc.controls.find((one) => one.tag === tag)), queue);
    } });
    const document = lazy(["changeTrackingMode"], { changeTrackingMode: () => doc.changeTrackingMode }, queue);
    document.body = { paragraphs: lazy(["items"], { items: () => doc.paragraphs.map(paragraph) }, queue) };
    document.contentControls = controls;
    return { document, sync: async () => { for (const act of queue.splice(0)) act(); } };
  }

  window.Word = { run: async (batch) => { const context = contextOf(); const made = await batch(context); await context.sync(); return made; } };
  const done = (value) => ({ status: "succeeded", value });
  window.Office = {
    HostType: { Word: "Word" },
    FileType: { Compressed: "compressed" },
    AsyncResultStatus: { Succeeded: "succeeded" },
    onReady: async () => ({ host: "Word" }),
    context: {
      requirements: { isSetSupported: (name, version) => name === "WordApi" && Number(version) <= doc.version },
      document: {
        url: "C:\\Matters\\Letter%20of%20May.docx",
        getFileAsync: async (kind, { sliceSize }, callback) => {
          const bytes = await window.fileOf(doc.paragraphs, doc.controls.length);
          const slices = Array.from({ length: Math.ceil(bytes.length / sliceSize) }, (_, i) => bytes.slice(i * sliceSize, (i + 1) * sliceSize));
          doc.files = (doc.files || 0) + 1;
          callback(done({
            sliceCount: slices.length,
            getSliceAsync: (i, then) => then(done({ data: slices[i] })),
            closeAsync: () => { doc.files -= 1; },
          }));
        },
      },
    },
  };
})();
