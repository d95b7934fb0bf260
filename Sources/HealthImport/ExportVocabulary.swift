/// The names of elements and attributes that the reader knows; their raw values are their places in the vocabulary.
///
/// The DTD of export.xml, versions 11 to 14, and what real files hold beside it.
enum ExportName: Int, CaseIterable {
    case healthData, exportDate, me, record, correlation, workout, metadataEntry
    case workoutStatistics
    case type, unit, value, sourceName, sourceVersion, device, creationDate, startDate, endDate
    case key
    case workoutActivityType, duration, durationUnit, totalDistance, totalDistanceUnit, totalEnergyBurned
    case totalEnergyBurnedUnit, sum
    case locale

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
        default: String(describing: self)
        }
    }

    static let vocabulary = allCases.map(\.text)
}
