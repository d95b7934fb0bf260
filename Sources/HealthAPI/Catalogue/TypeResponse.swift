import HealthCore
import HealthDatabase
import JSON

/// The sample types of a person, with the groups of the Health app.
public struct TypeResponse: Shaped {
    private let types: [SampleTypeReader.Listed]
    private let units: PreferredUnits

    public init(_ types: [SampleTypeReader.Listed], _ units: PreferredUnits) {
        self.types = types
        self.units = units
    }

    static let shape = Shape<Self>([
        .member("types") { answer in answer.types.map { ListedType(listed: $0, preferred: answer.units) } },
        .member("groups") { _ in Catalogue.typeGroups },
    ])

    /// Returns the answer as JSON, or the types as lines or CSV.
    public func text(_ format: AnswerFormat) -> String {
        String(decoding: format == .json ? json.bytes : rows(format).bytes, as: UTF8.self)
    }

    func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(format, columns: TypeResponse.columns, hasTimes: false)
        for type in types {
            rows.append([
                .text(type.identifier), .text(type.shortName), .text(type.displayName), .text(type.group),
                .text(type.kind), .text(type.aggregationStyle), .text(type.unit(units)?.unitString),
                .text(type.canonicalUnit), .flag(type.hasSamples),
            ])
        }
        return rows
    }

    private static let columns: [String] = [
        "identifier", "shortName", "displayName", "group", "kind", "aggregationStyle", "unit", "canonicalUnit",
        "hasSamples",
    ]
}

private struct ListedType: Shaped {
    let listed: SampleTypeReader.Listed
    let preferred: PreferredUnits

    /// Nil for a type without units.
    var units: TypeUnits? {
        Catalogue.sampleType(named: listed.identifier).flatMap { type in
            type.canonicalUnit.map { _ in TypeUnits(type: type, preferred: preferred) }
        }
    }

    static let shape = Shape<Self>([
        .member("identifier", \.listed.identifier), .member("shortName", \.listed.shortName),
        .member("displayName", \.listed.displayName), .member("group", \.listed.group),
        .member("color") { Catalogue.typeGroup(named: $0.listed.group)?.color },
        .member("kind", \.listed.kind, as: .kind), .member("aggregationStyle", \.listed.aggregationStyle),
        .optionalMembers(of: \.units, TypeUnits.units), .member("hasSamples", \.listed.hasSamples),
    ]).named("SampleType")
}

extension TypeGroup: Shaped {
    static let shape = Shape<Self>([
        .member("name", \.name), .member("displayName", \.displayName), .member("color", \.color),
    ])
}

extension SampleTypeReader.Listed {
    /// The name of the Health app, or the identifier of a type that is not in the catalogue.
    public var displayName: String { Catalogue.sampleType(named: identifier)?.displayName ?? identifier }

    /// The name of the group of the Health app.
    public var group: String { Catalogue.sampleType(named: identifier)?.displayGroup ?? TypeGroup.otherData }

    /// Returns the unit in which the person reads the type.
    public func unit(_ units: PreferredUnits) -> HealthCore.Unit? {
        Catalogue.sampleType(named: identifier).flatMap { units[$0] }
    }
}
