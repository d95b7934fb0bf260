import HealthCore
import HealthDatabase
import JSONReader

/// Sample types with their names, groups and units.
public struct TypeResponse {
    private let types: [SampleTypeReader.Listed]
    private let units: PreferredUnits

    /// - Parameter units: the units in which the person reads quantities.
    public init(_ types: [SampleTypeReader.Listed], _ units: PreferredUnits) {
        self.types = types
        self.units = units
    }

    /// Returns the answer as text. JSON has no line feed at its end. Each row of another format
    /// ends with a line feed.
    public func text(_ format: AnswerFormat) -> String {
        String(decoding: format == .json ? json.bytes : rows(format).bytes, as: UTF8.self)
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 1 << 17)
        writer.object { writer in
            writer.key("types")
            writer.array { writer in
                for type in types {
                    writer.object { writer in type.append(units, to: &writer) }
                }
            }
            writer.key("groups")
            writer.array { writer in
                for group in Catalogue.typeGroups {
                    writer.object { writer in
                        writer.member("name", group.name)
                        writer.member("displayName", group.displayName)
                        writer.member("color", group.color)
                    }
                }
            }
        }
        return writer
    }

    private static let columns: [StaticString] = [
        "identifier", "shortName", "displayName", "group", "kind", "aggregationStyle", "unit", "canonicalUnit",
        "hasSamples",
    ]

    private func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(format, columns: TypeResponse.columns, clock: .utc, capacity: 256 + types.count * 192)
        for type in types {
            rows.append([
                .text(type.identifier), .text(type.shortName), .text(type.displayName), .text(type.group),
                .text(type.kind), .text(type.aggregationStyle), .text(type.unit(units)?.unitString),
                .text(type.canonicalUnit), .flag(type.hasSamples),
            ])
        }
        return rows
    }
}

extension SampleTypeReader.Listed {
    /// The name in the Health app. The identifier if the type is not in the catalogue.
    public var displayName: String { Catalogue.sampleType(named: identifier)?.displayName ?? identifier }

    /// The name of the group in the Health app.
    public var group: String { Catalogue.sampleType(named: identifier)?.displayGroup ?? TypeGroup.otherData }

    /// Returns the unit in which the person reads the type. Returns nil for a type without a unit.
    public func unit(_ units: PreferredUnits) -> HealthCore.Unit? {
        Catalogue.sampleType(named: identifier).flatMap { units[$0] }
    }

    /// Appends the members of the type. A type that is not in the catalogue has no units, because
    /// its values keep the units as sent.
    fileprivate func append(_ units: PreferredUnits, to writer: inout JSONWriter) {
        let type = Catalogue.sampleType(named: identifier)
        writer.member("identifier", identifier)
        writer.member("shortName", shortName)
        writer.member("displayName", displayName)
        writer.member("group", group)
        writer.member("color", Catalogue.typeGroup(named: group)?.color)
        writer.member("kind", kind)
        writer.member("aggregationStyle", aggregationStyle)
        if let type, type.canonicalUnit != nil { units.appendUnits(of: type, to: &writer) }
        writer.member("hasSamples", hasSamples)
    }
}
