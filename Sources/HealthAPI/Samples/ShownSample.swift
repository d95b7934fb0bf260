import HealthCore
import HealthDatabase
import JSON

/// The type and the unit in which an answer shows samples.
struct SampleTerms: Sendable {
    let type: SampleTypeReader.Stored
    /// Nil for a type without a canonical unit. Its values are in the units as sent.
    private let unit: String?
    private let conversion: UnitConversion?
    private let inverse: UnitConversion?

    /// Shows samples in the type's canonical unit, as the change feed does.
    init(type: SampleTypeReader.Stored) {
        self.type = type
        unit = type.canonicalUnit
        (conversion, inverse) = (nil, nil)
    }

    /// Shows samples in the unit of the question. If the question names no unit, the unit is the
    /// person's.
    ///
    /// - Throws: `ParameterError` for a text that is not a unit, and for a unit that does not fit
    ///   the type.
    init(type: SampleTypeReader.Stored, unit: UnitParameter, preferred: PreferredUnits) throws(ParameterError) {
        self.type = type
        guard let catalogued = Catalogue.sampleType(named: type.identifier), let canonical = catalogued.canonicalUnit
        else {
            guard unit.isEmpty else {
                throw ParameterError(
                    .incompatibleUnit, "unit", "\(type.identifier) has no unit that could be converted")
            }
            (self.unit, conversion, inverse) = (type.canonicalUnit, nil, nil)
            return
        }
        let wanted = try unit.unit(of: catalogued) ?? preferred[catalogued] ?? canonical
        self.unit = wanted.unitString
        do {
            (conversion, inverse) = (try canonical.conversion(to: wanted), try wanted.conversion(to: canonical))
        } catch {
            throw ParameterError(.unknownUnit, "unit", error.message)
        }
    }

    /// Returns a value in the answer's unit in the canonical unit.
    func canonical(_ shown: Double) -> Double { inverse?(shown) ?? shown }

    fileprivate func printed(_ value: Double) -> Double { conversion?.printed(value) ?? value }

    fileprivate func unitName(ofSent sent: String?) -> String? { unit ?? sent.map(Unit.name(ofSent:)) }
}

/// A sample in an answer, with the members with which clients post samples.
///
/// The content of the sample determines its members, and not the type. The kind of a type that no
/// catalogue has was set when the type was first named, possibly in a deletion, and may be wrong.
struct ShownSample: Shaped {
    let sample: StoredSample
    let terms: SampleTerms
    /// The samples in a correlation, if the question asks for them.
    var members: [ShownSample]?

    static let shape = Shape<Self>([
        .member("uuid", \.sample.uuid), .member("type", \.terms.type.identifier),
        .member("startDate", \.sample.start), .member("endDate", \.sample.end),
        .members(of: \.sample.members, SampleMembers.shape),
        .optional(
            "arrivedAt", \.sample.arrival,
            "When the present content arrived, or up to an hour earlier, if asked for."),
        .optional("value", \.value, "In `unit`, or the raw value of a category."),
        .optional("valueName") { $0.isCategory ? .some($0.valueName) : nil },
        .optional("unit", \.unit, "HealthKit's spelling, but `fraction` for its `%`."),
        .optional("sentValue", \.sentValue),
        .optional("sentUnit", { $0.isQuantity ? .some($0.sample.sentUnit) : nil }, "The unit as sent."),
        .optional("count", { $0.isQuantity ? $0.sample.count : nil }, as: .count),
        .optional("quantities", \.quantities), .optionalMembers(of: \.workout, Workout.activity),
        .optionalMembers(of: \.workout, Workout.totals), .members(of: \.sample, StoredSample.origin),
        .optional("metadata", { StoredJSON($0.sample.metadata) }, as: .metadata),
        .optional(
            "parts", { StoredJSON($0.sample.parts) },
            "Members of the sample without a column of their own, as sent; those of `PostedSample`, and others."),
        .optional("objects", { StoredJSON($0.sample.objects) }, "The uuids of the samples in a correlation."),
        .optional("members", \.members, as: .array(of: .map(.any)), "The samples in a correlation, if asked for."),
    ]).named("Sample")

    var isQuantity: Bool { sample.quantity != nil }

    private var isCategory: Bool {
        !isQuantity
            && (sample.categoryValue != nil || sample.sentCategoryValue != nil || terms.type.kind == .category)
    }

    private var workout: Workout? { isQuantity || isCategory ? nil : sample.workout }

    /// The quantity in `unit`, or the raw value of a category. Nil for any other sample; a value
    /// that is nil for a category without a raw value.
    var value: Double?? {
        if let quantity = sample.quantity { return terms.printed(quantity) }
        return isCategory ? .some(sample.categoryValue.map { Double($0) }) : nil
    }

    /// The catalogue's name of the value of a category sample.
    var valueName: String? {
        sample.categoryValue.flatMap { value in
            terms.type.valueEnum.flatMap { Catalogue.categoryValueName(enum: $0, rawValue: value) }
        }
    }

    /// Nil for a sample that is no quantity; a unit that is nil if it is unknown.
    var unit: String?? { isQuantity ? .some(terms.unitName(ofSent: sample.sentUnit)) : nil }

    private var sentValue: SentValue? {
        if isQuantity { return .quantity(sample.sentQuantity) }
        return isCategory ? sample.sentCategoryValue.map { .category($0) } : nil
    }

    private enum SentValue: JSONWritable {
        case quantity(Double?)
        case category(String)

        static let schema = Schema.any

        func write(to writer: inout JSONWriter) {
            switch self {
            case .quantity(let value): value.write(to: &writer)
            case .category(let text): text.write(to: &writer)
            }
        }
    }

    private var quantities: [Quantity]? {
        guard isQuantity else { return nil }
        return sample.quantities?.map { Quantity(part: $0, value: terms.printed($0.value)) }
    }

    /// A quantity of a series.
    private struct Quantity: Shaped {
        let part: QuantitySeries.Part
        let value: Double

        static let shape = Shape<Self>([
            .member("startDate", \.part.start), .member("endDate", \.part.end), .member("value", \.value),
            .member("sentValue", \.part.sentValue, as: .number),
        ])
    }
}

extension SampleMembers {
    static let shape = Shape<Self>(
        all.map { member in
            switch member.value {
            case .time(let path): .optional(member.name, { $0[keyPath: path] }, member.meaning)
            case .text(let path): .optional(member.name, { $0[keyPath: path] }, member.meaning)
            case .number(let path): .optional(member.name, { $0[keyPath: path] }, member.meaning)
            }
        })
}

extension Workout {
    fileprivate static let totals = Shape<Self>([
        .member("duration", \.duration), .member("totalEnergyBurned", \.totalEnergyBurned),
        .member("totalDistance", \.totalDistance),
    ])
}

extension StoredSample {
    /// The source and the device.
    static let origin = Shape<Self>([.object("source", storedSource), .optional("device", \.device)])

    /// The source as a client posts it.
    static let sentSource = Shape<Self>([
        .member("name", \.source.name), .member("bundleIdentifier", \.source.bundleIdentifier),
        .member("version", \.version), .member("productType", \.productType),
        .member("operatingSystemVersion", \.operatingSystemVersion),
    ])

    private static let storedSource = Shape<Self>([
        .member("id", \.source.publicID, as: .sourceID), .members(of: \.self, sentSource),
    ]).named("SampleSource")
}

extension Device: Shaped {
    static let shape = Shape<Self>(
        DeviceFields.all.map { device in .optional(device.name) { $0[keyPath: device.field] } }
    ).named("Device")
}
