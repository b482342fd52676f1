#!/usr/bin/env bash
# Package and version: dcmjs 0.52.2 (npm)
# Guess, written before it was run: cleanTags empties every element of its list, also the operator and the sequences with other patient numbers and with the requesting doctor.
# What it does: its list names elements by other words than its own dictionary (OperatorName for OperatorsName, OtherPatientIDsSeq for OtherPatientIDsSequence); each name that the dictionary lacks is skipped without a word, so the patient's number stays.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"
npm install --silent --no-audit --no-fund --no-save --ignore-scripts dcmjs@0.52.2
cat >clean.js <<'JS'
const dcmjs = require("dcmjs");
const { DicomDict, DicomMessage, DicomMetaDictionary } = dcmjs.data;
const data = {
    SOPClassUID: "1.2.840.10008.5.1.4.1.1.7",
    SOPInstanceUID: "1.2.3",
    Modality: "OT",
    PatientName: "Quist^Orla",
    PatientID: "MRN778899",
    RequestingPhysician: "Doe^Di",
    OperatorsName: "Tick^Tess",
    OtherPatientIDsSequence: [{ PatientID: "MRN778899", TypeOfPatientID: "TEXT" }],
    RequestAttributesSequence: [{ RequestingPhysician: "Marlowe^Max" }],
};
const made = new DicomDict(
    DicomMetaDictionary.denaturalizeDataset({
        TransferSyntaxUID: "1.2.840.10008.1.2.1",
        MediaStorageSOPClassUID: data.SOPClassUID,
        MediaStorageSOPInstanceUID: data.SOPInstanceUID,
    })
);
made.dict = DicomMetaDictionary.denaturalizeDataset(data);
const read = DicomMessage.readFile(made.write());
dcmjs.anonymizer.cleanTags(read.dict);
const bytes = Buffer.from(read.write()).toString("latin1");
const left = ["Quist", "Doe", "MRN778899", "Tick", "Marlowe"].filter((one) => bytes.includes(one));
const unknown = dcmjs.anonymizer.getTagsNameToEmpty().filter((name) => !DicomMetaDictionary.nameMap[name]);
console.log(left, unknown.length, unknown.slice(0, 8).join());
const stays = left.join() === "MRN778899,Tick,Marlowe";
process.exit(stays && unknown.includes("OperatorName") && unknown.includes("OtherPatientIDsSeq") ? 0 : 1);
JS
node clean.js
