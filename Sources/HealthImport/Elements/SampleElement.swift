import HealthCore
import XMLStream

/// An open element that becomes a sample.
///
/// The attributes with columns are slices of the block of events, because copies of them took a
/// tenth of the time. An open element therefore keeps one block. Other content is copied.
struct SampleElement {
    enum Element: String {
        case record = "Record"
        case correlation = "Correlation"
        case workout = "Workout"
        case route = "WorkoutRoute"
        case audiogram = "Audiogram"
        case visionPrescription = "VisionPrescription"
        case clinicalRecord = "ClinicalRecord"

        /// The type of the samples of this kind of element. Nil if each element names its type.
        var typeIdentifier: ArraySlice<UInt8>? {
            switch self {
            case .record, .correlation, .clinicalRecord: nil
            case .workout: Element.workoutType
            case .route: Element.routeType
            case .audiogram: Element.audiogramType
            case .visionPrescription: Element.visionPrescriptionType
            }
        }

        private static let workoutType = Array("HKWorkoutTypeIdentifier".utf8)[...]
        private static let routeType = Array("HKWorkoutRouteTypeIdentifier".utf8)[...]
        private static let audiogramType = Array("HKDataTypeIdentifierAudiogram".utf8)[...]
        private static let visionPrescriptionType = Array("HKVisionPrescriptionTypeIdentifier".utf8)[...]

        /// True if an element without an end is accepted as a point in time.
        var mayLackEnd: Bool {
            switch self {
            case .record, .correlation, .workout: false
            case .route, .audiogram, .visionPrescription, .clinicalRecord: true
            }
        }
    }

    let element: Element
    let line: Int
    let ordinal: Int64
    let container: Int64?

    /// The attributes as written, from `type` on. A missing attribute is empty.
    private(set) var type: ArraySlice<UInt8> = []
    private(set) var unit: ArraySlice<UInt8>?
    private(set) var value: ArraySlice<UInt8>?
    private(set) var sourceName: ArraySlice<UInt8> = []
    private(set) var sourceVersion: ArraySlice<UInt8>?
    private(set) var device: ArraySlice<UInt8> = []
    private(set) var creation: ArraySlice<UInt8> = []
    private(set) var start: ArraySlice<UInt8> = []
    private(set) var end: ArraySlice<UInt8> = []
    /// The attributes of a workout that hold numbers and their units.
    var workout = WorkoutAttributes()
    /// The attribute that tells a clinical record or a prescription from others of the same source
    /// and time.
    private(set) var identifying: ArraySlice<UInt8> = []
    /// Attributes and children that become members of the parts, with HealthKit's names.
    var members = ElementMembers()
    /// Attributes that have no column.
    var otherAttributes: [(name: String, value: [UInt8])] = []

    var metadata = MetadataObject()
    /// Children that have no column.
    var children = ElementCapture()
    /// The sum of the uuids of the records in a correlation, for the correlation's uuid.
    var contained = UUIDSum()
    /// True if the phone computed the row from several records. Such rows of iOS 8 and 9 have the
    /// attribute `recordCount`.
    private(set) var isAggregate = false
    /// The minimum and maximum of the records of an aggregate, as written.
    private(set) var minimum: ArraySlice<UInt8>?
    private(set) var maximum: ArraySlice<UInt8>?

    init(_ element: Element, _ tag: XMLElement, ordinal: Int64, container: Int64?) {
        self.element = element
        self.ordinal = ordinal
        self.container = container
        line = tag.line
        for index in 0..<tag.attributeCount {
            let value = tag.bytes(index)
            let name = ExportName(rawValue: tag.attributeName(index))
            if let name, note(name, value) || members.note(name, value, of: element) { continue }
            otherAttributes.append((tag.attributeNameText(index), Array(value)))
        }
        if !otherAttributes.isEmpty { readOldAttributes() }
    }

    /// Reads the attributes that iOS 8 and 9 wrote differently.
    ///
    /// - `source` is the name of the source.
    /// - Each entry of the metadata is an attribute.
    /// - A row with `recordCount` has the sum of that many records, or their minimum, maximum and
    ///   average. The other attributes keep these figures, too.
    private mutating func readOldAttributes() {
        let others = otherAttributes
        func other(_ name: ExportName) -> ArraySlice<UInt8>? { others.first { $0.name == name.text }?.value[...] }
        var isOld = false
        if sourceName.isEmpty, let index = otherAttributes.firstIndex(where: { $0.name == ExportName.source.text }) {
            sourceName = otherAttributes.remove(at: index).value[...]
            isOld = true
        }
        if element == .record, unit != nil {
            isAggregate = other(.recordCount) != nil
            isOld = isOld || isAggregate
            let (least, greatest) = (other(.minimum) ?? other(.min), other(.maximum) ?? other(.max))
            value = value ?? other(.sum) ?? other(.average) ?? (least == greatest ? least : nil)
            if isAggregate { (minimum, maximum) = (least, greatest) }
        }
        guard element == .record || element == .correlation || element == .workout else { return }
        func isMetadata(_ name: String) -> Bool { (isOld || name.hasPrefix("HK")) && !ExportName.isKnown(name) }
        for (name, value) in otherAttributes where isMetadata(name) {
            metadata.append(key: name, value: String(decoding: value, as: UTF8.self))
        }
        otherAttributes.removeAll { isMetadata($0.name) }
    }

    /// Copies the source and the times of the workout around a route, if the route has none.
    mutating func inherit(from container: SampleElement) {
        if sourceName.isEmpty {
            sourceName = container.sourceName
            sourceVersion = sourceVersion ?? container.sourceVersion
            if device.isEmpty { device = container.device }
        }
        if start.isEmpty, end.isEmpty {
            start = container.start
            end = container.end
        }
    }

    /// Reads an attribute that has a column.
    ///
    /// - Returns: false for other attributes.
    private mutating func note(_ name: ExportName, _ bytes: ArraySlice<UInt8>) -> Bool {
        switch name {
        case .type where element == .record || element == .correlation || element == .clinicalRecord:
            type = bytes
        case .type where element.typeIdentifier?.elementsEqual(bytes) == true: break
        case .dateIssued where element == .visionPrescription: start = bytes
        case .receivedDate where element == .clinicalRecord: start = bytes
        case .workoutActivityType where element == .workout: type = bytes
        case .unit where element == .record: unit = bytes
        case .value where element == .record: value = bytes
        case .sourceName: sourceName = bytes
        case .sourceVersion: sourceVersion = bytes
        case .device: device = bytes
        case .creationDate: creation = bytes
        case .startDate: start = bytes
        case .endDate: end = bytes
        default:
            switch (element, name) {
            case (.workout, _): workout.note(name, bytes)
            case (.visionPrescription, .type), (.clinicalRecord, .identifier): identifying = bytes
            default: break
            }
            return false
        }
        return true
    }
}

/// The numbers of a Workout element: attributes until iOS 15, `WorkoutStatistics` since.
struct WorkoutAttributes {
    private(set) var duration = Measure()
    private var totalDistance = Measure()
    private var totalEnergyBurned = Measure()
    /// The kilocalories of the `WorkoutStatistics` of active energy.
    private var activeEnergy: Double?
    /// The metres of the `WorkoutStatistics` of distances. A triathlon has three distances.
    private var distance: Double?

    /// A number and a unit as written.
    struct Measure {
        var value: [UInt8] = []
        var unit = ""
    }

    mutating func note(_ name: ExportName, _ bytes: ArraySlice<UInt8>) {
        switch name {
        case .duration: duration.value = Array(bytes)
        case .durationUnit: duration.unit = String(decoding: bytes, as: UTF8.self)
        case .totalDistance: totalDistance.value = Array(bytes)
        case .totalDistanceUnit: totalDistance.unit = String(decoding: bytes, as: UTF8.self)
        case .totalEnergyBurned: totalEnergyBurned.value = Array(bytes)
        case .totalEnergyBurnedUnit: totalEnergyBurned.unit = String(decoding: bytes, as: UTF8.self)
        default: break
        }
    }

    mutating func note(statistics tag: XMLElement) {
        func text(_ name: ExportName) -> String? { tag.index(of: name.rawValue).map(tag.value) }
        guard let type = text(.type), let sum = tag.index(of: ExportName.sum.rawValue) else { return }
        let measure = Measure(value: Array(tag.bytes(sum)), unit: text(.unit) ?? "")
        if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
            WorkoutAttributes.add(WorkoutAttributes.convert(measure, to: "kcal"), to: &activeEnergy)
        } else if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
            WorkoutAttributes.add(WorkoutAttributes.convert(measure, to: "m"), to: &distance)
        }
    }

    /// Returns the columns of a workout. A negative duration, and a value without a number and a
    /// fitting unit, becomes nil. Only the parts keep it.
    func workout(activityType: Int32?, sentActivityType: String?) -> Workout {
        Workout(
            activityType: activityType, sentActivityType: sentActivityType,
            duration: WorkoutAttributes.convert(duration, to: "s").flatMap { $0 >= 0 ? $0 : nil },
            totalEnergyBurned: WorkoutAttributes.convert(totalEnergyBurned, to: "kcal") ?? activeEnergy,
            totalDistance: WorkoutAttributes.convert(totalDistance, to: "m") ?? distance)
    }

    /// Adds `part` to `sum`, unless it is nil or the sum would become infinite.
    private static func add(_ part: Double?, to sum: inout Double?) {
        guard let part, ((sum ?? 0) + part).isFinite else { return }
        sum = (sum ?? 0) + part
    }

    private static func convert(_ measure: Measure, to unit: String) -> Double? {
        UnitConversion.convert(measure.value[...], from: measure.unit, to: unit)
    }
}
