import HealthCore
import HealthDatabase
import JSONReader

/// Sample types with their names, groups and units.
public struct TypeResponse {
    private let types: [SampleTypeReader.Listed]
    private let units: PreferredUnits

    /// - Parameter units: those in which the person reads.
    public init(_ types: [SampleTypeReader.Listed], _ units: PreferredUnits) {
        self.types = types
        self.units = units
    }

    /// The answer as a text: JSON without a line feed at its end, or rows with a line feed after each.
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
    /// The Health app's name; the identifier of a type that is in no catalogue.
    public var displayName: String { Catalogue.sampleType(named: identifier)?.displayName ?? identifier }

    /// The name of the Health app's group.
    public var group: String { Catalogue.sampleType(named: identifier)?.displayGroup ?? TypeGroup.otherData }

    /// The unit in which the person reads; nil for a type without one.
    public func unit(_ units: PreferredUnits) -> HealthCore.Unit? {
        Catalogue.sampleType(named: identifier).flatMap { units[$0] }
    }

    /// Its members in JSON. A type that is in no catalogue has no units: its values are in the units as sent.
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
