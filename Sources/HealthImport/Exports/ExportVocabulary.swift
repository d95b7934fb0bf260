/// The names of elements and attributes that the reader recognises. The raw value of a name is its
/// index in the vocabulary.
///
/// The names come from the DTD of export.xml, versions 11 to 14. Names that only real files contain
/// are added.
enum ExportName: Int, CaseIterable {
    case healthData, exportDate, me, record, correlation, workout, metadataEntry
    case workoutStatistics, workoutRoute, location, fileReference
    case heartRateVariabilityMetadataList, instantaneousBeatsPerMinute
    case audiogram, sensitivityPoint, visionPrescription, rightEye, leftEye, attachment, clinicalRecord, activitySummary
    case type, unit, value, sourceName, sourceVersion, device, creationDate, startDate, endDate
    case key
    case workoutActivityType, duration, durationUnit, totalDistance, totalDistanceUnit, totalEnergyBurned
    case totalEnergyBurnedUnit, sum
    case locale, source, path, bpm, time, dateComponents
    case dateIssued, expirationDate, brand, identifier, sourceURL, fhirVersion, receivedDate, resourceFilePath
    case recordCount, average, minimum, maximum, min, max
    case date, latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed

    var text: String {
        switch self {
        case .healthData: "HealthData"
        case .exportDate: "ExportDate"
        case .me: "Me"
        case .record: "Record"
        case .correlation: "Correlation"
        case .workout: "Workout"
        case .metadataEntry: "MetadataEntry"
        case .workoutStatistics: "WorkoutStatistics"
        case .workoutRoute: "WorkoutRoute"
        case .location: "Location"
        case .fileReference: "FileReference"
        case .heartRateVariabilityMetadataList: "HeartRateVariabilityMetadataList"
        case .instantaneousBeatsPerMinute: "InstantaneousBeatsPerMinute"
        case .audiogram: "Audiogram"
        case .sensitivityPoint: "SensitivityPoint"
        case .visionPrescription: "VisionPrescription"
        case .rightEye: "RightEye"
        case .leftEye: "LeftEye"
        case .attachment: "Attachment"
        case .clinicalRecord: "ClinicalRecord"
        case .activitySummary: "ActivitySummary"
        default: String(describing: self)
        }
    }

    static let vocabulary = allCases.map(\.text)
    private static let words = Set(vocabulary)

    static func isKnown(_ name: String) -> Bool { words.contains(name) }
}
