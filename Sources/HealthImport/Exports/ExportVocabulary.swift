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

    /// The name in the file. Elements come first, and their names begin with an upper-case letter.
    var text: String {
        let name = String(describing: self)
        return rawValue <= ExportName.activitySummary.rawValue ? name.prefix(1).uppercased() + name.dropFirst() : name
    }

    static let vocabulary = allCases.map(\.text)
    private static let words = Set(vocabulary)

    static func isKnown(_ name: String) -> Bool { words.contains(name) }
}
