import Foundation
import HealthCore
import JSONReader

/// The answer of a tool with figures as people read them, because an assistant repeats them in
/// sentences. The service answers 0.262 in the unit `fraction`, and the tool 26.2 in `%`.
enum PresentedAnswer {
    /// The members whose numbers are in the unit of the object that they are in.
    private static let figures: Set = [
        "sum", "sumPerDay", "average", "minimum", "maximum", "value", "contribution", "first", "second", "difference",
    ]

    /// - Parameter answer: JSON.
    /// - Throws: `JSONError`.
    static func json(_ answer: [UInt8]) throws -> [UInt8] {
        guard Data(answer).range(of: Data(#""unit":"fraction""#.utf8)) != nil else { return answer }
        return try JSONParser(bytesMax: answer.count).parse(answer) { value in
            var writer = JSONWriter(capacity: answer.count)
            append(value, in: nil, to: &writer)
            return writer.bytes
        }
    }

    /// - Parameter conversion: that of the innermost object around `value` with a unit.
    private static func append(_ value: JSONValue, in conversion: UnitConversion?, to writer: inout JSONWriter) {
        switch value.kind {
        case .array:
            writer.array { writer in
                value.forEachElement { _, element in append(element, in: conversion, to: &writer) }
            }
        case .object:
            let presentation = value["unit"]?.string.flatMap { try? Unit(parsing: $0) }?.presentation
            let conversion = presentation?.conversion ?? conversion
            writer.object { writer in
                value.forEachMember { name, member in
                    writer.key(name)
                    if name == "unit", let presentation {
                        writer.value(presentation.label)
                    } else if let conversion, figures.contains(name), let number = member.double {
                        writer.value(conversion.printed(number))
                    } else {
                        append(member, in: conversion, to: &writer)
                    }
                }
            }
        default: writer.value(value)
        }
    }
}
