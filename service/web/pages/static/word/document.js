// The open document, through the Office API (WordApi 1.4). Marks are content controls with a tag of ours.
/* global Office, Word */

const TAG = "saferelease-";
const LONGEST = 255; // of what Word searches for
const COLOUR = "#0b5c6b";

export class Changed extends Error {}

export async function ready() {
  const { host } = await Office.onReady();
  if (host !== Office.HostType.Word) throw new Error("The pane works inside Word.");
  if (!Office.context.requirements.isSetSupported("WordApi", "1.4")) throw new Error("This Word is too old for the pane: it lacks WordApi 1.4.");
}

async function loaded(context) {
  const found = context.document.body.paragraphs;
  found.load("items/text");
  await context.sync();
  return found.items;
}

export const paragraphs = () => Word.run(async (context) => (await loaded(context)).map((one) => one.text));

export const unmark = () => Word.run(async (context) => {
  const found = context.document.contentControls;
  found.load("items/tag");
  await context.sync();
  for (const one of found.items) if ((one.tag || "").startsWith(TAG)) one.delete(true);
  await context.sync();
});

// Marks places; returns for each whether it was found. Word takes straight quotes for curly ones, so hits are compared.
export const mark = (text, places) => Word.run(async (context) => {
  const items = await loaded(context);
  const sought = places.map((place) => {
    const words = text.words(place);
    const paragraph = items[place.paragraph];
    if (!paragraph || paragraph.text !== text.now(place.paragraph)) throw new Changed("The document was changed meanwhile. Inspect it again.");
    if (words.length > LONGEST) return null;
    const hits = paragraph.search(words.replaceAll("^", "^^"), { matchCase: true });
    hits.load("items/text");
    return { place, words, hits };
  });
  await context.sync();
  const found = sought.map((one) => one && one.hits.items.filter((hit) => hit.text === one.words)[text.occurrence(one.place)]);
  found.forEach((range, i) => {
    if (!range) return;
    const control = range.insertContentControl();
    Object.assign(control, { tag: TAG + places[i].id, title: places[i].category, appearance: "BoundingBox", color: COLOUR });
  });
  await context.sync();
  return found.map(Boolean);
});

async function marked(context, id) {
  const control = context.document.contentControls.getByTag(TAG + id).getFirstOrNullObject();
  control.load("isNullObject,text");
  await context.sync();
  return control.isNullObject ? null : control;
}

const withMark = (id, words, act) => Word.run(async (context) => {
  const control = await marked(context, id);
  if (!control || control.text !== words) throw new Changed("The place was changed meanwhile. Inspect the document again.");
  await act(control, context);
  await context.sync();
});

export const show = (id, words) => withMark(id, words, (control) => control.select());
export const release = (id, words) => withMark(id, words, (control) => control.delete(true));

// Tracked changes would keep the original in the file: they are turned off first.
export const replace = (id, words, put) => withMark(id, words, async (control, context) => {
  context.document.load("changeTrackingMode");
  await context.sync();
  if (context.document.changeTrackingMode !== "Off") context.document.changeTrackingMode = "Off";
  control.insertText(put, "Replace");
  control.delete(true);
});

const asked = (act) => new Promise((resolve, reject) => act((result) =>
  (result.status === Office.AsyncResultStatus.Succeeded ? resolve(result.value) : reject(new Error("Word does not give the file.")))));

// The file as Word would save it now.
export async function file() {
  const whole = await asked((done) => Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize: 65536 }, done));
  try {
    const parts = [];
    for (let i = 0; i < whole.sliceCount; i += 1) {
      parts.push(new Uint8Array((await asked((done) => whole.getSliceAsync(i, done))).data));
    }
    return new Blob(parts);
  } finally {
    whole.closeAsync();
  }
}

export function name() {
  const last = decodeURIComponent((Office.context.document.url || "").split(/[\\/]/).pop() || "document");
  return last.toLowerCase().endsWith(".docx") ? last : `${last}.docx`;
}
