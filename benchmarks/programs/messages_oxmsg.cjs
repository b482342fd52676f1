// Writes messages by oxmsg; their descriptions come in as JSON. An attached message is a file of its own there.
const fs = require("fs");
const path = require("path");

function message({ Email, Attachment }, told) {
  const made = new Email(false, false)
    .subject(told.subject)
    .sender(told.sender.mail, told.sender.name)
    .sentOn(new Date("2024-05-06T10:11:12Z"))
    .receivedOn(new Date("2024-05-06T10:12:12Z"));
  if (told.text) made.bodyText(told.text);
  if (told.html) made.bodyHtml(told.html);
  if (told.headers) made.headers(told.headers);
  for (const one of told.people) made[one.kind](one.mail, one.name);
  if (told.company) made.replyTo(told.sender.mail, told.company);
  for (const file of told.files)
    made.attach(new Attachment(new Uint8Array(Buffer.from(file.data, "base64")), file.name));
  if (told.attached)
    made.attach(new Attachment(message({ Email, Attachment }, told.attached), "forwarded.msg"));
  return made.msg();
}

async function main() {
  const library = await import(path.join(__dirname, "node_modules/@tutao/oxmsg/dist/index.js"));
  for (const told of JSON.parse(fs.readFileSync(0, "utf8"))) fs.writeFileSync(told.path, message(library, told));
}

main();
