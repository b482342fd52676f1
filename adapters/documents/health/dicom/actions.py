"""What becomes of each attribute of a DICOM object, after the basic profile of PS3.15 (annex E).

Data alone. The table is closed: an attribute that is not in it leaves, and so do private ones. The profile's
letters: X remove, Z empty, D dummy, U new number, K keep, C clean. Attributes with a name here are searched
before they are emptied or removed, so that the same values are found in descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Action = Literal["X", "Z", "D", "U", "K", "C"]


class Rule(NamedTuple):
    """What becomes of an attribute, and by which name its values are known; empty for text and numbers."""

    action: Action
    column: str = ""


def _each(action: Action, column: str, keywords: str) -> dict[str, Rule]:
    return dict.fromkeys(keywords.split(), Rule(action, column))


RULES: Mapping[str, Rule] = {
    **_each("Z", "patient name", "PatientName"),
    **_each("Z", "medical record number", "PatientID"),
    **_each("Z", "date of birth", "PatientBirthDate"),
    **_each("Z", "accession number", "AccessionNumber"),
    **_each("Z", "provider name", "ReferringPhysicianName ContentCreatorName"),
    **_each("Z", "visit number", "StudyID"),
    **_each("Z", "", "PatientSex StudyTime ContentTime"),
    **_each("D", "provider name", "PersonName VerifyingObserverName"),
    **_each("X", "patient name", "OtherPatientNames PatientBirthName ResponsiblePerson"),
    **_each("X", "mothers maiden name", "PatientMotherBirthName"),
    **_each("X", "medical record number", "OtherPatientIDs AdmissionID"),
    **_each("X", "street address", "PatientAddress InstitutionAddress ReferringPhysicianAddress"),
    **_each("X", "phone number", "PatientTelephoneNumbers ReferringPhysicianTelephoneNumbers"),
    **_each("X", "employer name", "InstitutionName"),
    **_each(
        "X",
        "provider name",
        "PerformingPhysicianName OperatorsName PhysiciansOfRecord NameOfPhysiciansReadingStudy "
        "RequestingPhysician",
    ),
    **_each("X", "device serial number", "DeviceSerialNumber"),
    **_each(
        "U",
        "",
        "SOPInstanceUID StudyInstanceUID SeriesInstanceUID FrameOfReferenceUID ReferencedSOPInstanceUID "
        "SynchronizationFrameOfReferenceUID ReferencedFrameOfReferenceUID UID ConcatenationUID "
        "DimensionOrganizationUID",
    ),
    **_each("K", "", "SOPClassUID ReferencedSOPClassUID"),
    **_each("C", "date", "StudyDate SeriesDate AcquisitionDate ContentDate"),
    **_each(
        "C",
        "",
        "StudyDescription SeriesDescription ProtocolName ImageComments FrameComments StudyComments "
        "PatientComments DerivationDescription AcquisitionProtocolDescription AcquisitionComments "
        "AdditionalPatientHistory MedicalAlerts Allergies AdmittingDiagnosesDescription ReasonForStudy "
        "RequestedProcedureDescription PerformedProcedureStepDescription RequestedProcedureComments "
        "CommentsOnThePerformedProcedureStep InterpretationText Impressions ContrastBolusAgent TextValue "
        "UnformattedTextValue",
    ),
    **_each("C", "device manufacturer", "Manufacturer"),
    **_each("C", "device model", "ManufacturerModelName"),
    **_each("C", "test name", "CodeValue CodingSchemeDesignator CodeMeaning"),
    **_each(
        "C",
        "type",
        "ImageType Modality BodyPartExamined ScanningSequence SequenceVariant ScanOptions MRAcquisitionType "
        "PatientPosition ViewPosition Laterality ImageLaterality PatientOrientation ConversionType "
        "PresentationIntentType LossyImageCompression RescaleType ValueType "
        "RelationshipType ContinuityOfContent CompletionFlag VerificationFlag PresentationLUTShape "
        "PixelIntensityRelationship RotationDirection FilterType",
    ),
    **_each(
        "K",
        "",
        "SeriesNumber AcquisitionNumber InstanceNumber NumberOfFrames EchoNumbers EchoTrainLength "
        "ImagesInAcquisition TemporalPositionIdentifier NumberOfTemporalPositions ExposureTime "
        "XRayTubeCurrent Exposure "
        "SliceThickness SpacingBetweenSlices KVP RepetitionTime EchoTime InversionTime NumberOfAverages "
        "ImagingFrequency MagneticFieldStrength PixelBandwidth FlipAngle DataCollectionDiameter "
        "ReconstructionDiameter DistanceSourceToDetector DistanceSourceToPatient GantryDetectorTilt "
        "TableHeight ImagePositionPatient ImageOrientationPatient SliceLocation PixelSpacing "
        "ImagerPixelSpacing WindowCenter WindowWidth RescaleIntercept RescaleSlope NumericValue "
        "SamplesPerPixel PlanarConfiguration Rows Columns BitsAllocated BitsStored HighBit "
        "PixelRepresentation PhotometricInterpretation BurnedInAnnotation RecognizableVisualFeatures",
    ),
    **_each(
        "K",
        "",
        "ReferencedImageSequence SourceImageSequence ReferencedSOPSequence ReferencedSeriesSequence "
        "AnatomicRegionSequence ProcedureCodeSequence ViewCodeSequence ContentSequence "
        "ConceptNameCodeSequence ConceptCodeSequence MeasuredValueSequence MeasurementUnitsCodeSequence "
        "SharedFunctionalGroupsSequence PerFrameFunctionalGroupsSequence PixelMeasuresSequence "
        "PlanePositionSequence PlaneOrientationSequence CurrentRequestedProcedureEvidenceSequence",
    ),
}
"""By the keyword that the standard's dictionary gives an attribute."""

COLOURS = frozenset({"MONOCHROME1", "MONOCHROME2", "RGB", "YBR_FULL"})
KEPT_CODES = frozenset({"YES", "NO", *COLOURS})
"""Codes that need no search, because they can be no others."""
IDENTITY_REMOVED = "YES"
METHOD = "PS3.15 basic profile"
"""What the released object says about itself."""
