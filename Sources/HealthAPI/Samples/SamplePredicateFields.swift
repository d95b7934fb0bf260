import Foundation
import HealthCore
import HealthDatabase

/// The parameters that select samples, as the predicates of HealthKit's queries of samples and
/// statistics.
struct SamplePredicateFields: Sendable {
    private var predicates: [SamplePredicate] = []
    /// Comparisons with values in the unit of the answer.
    private let values: [(comparison: SamplePredicate.Comparison, value: Double)]

    /// Most uuids, and most comparisons.
    private static let uuidsMax = 1_000
    private static let valuesMax = 10
    private static let textBytesMax = 1_000

    static let parameters: [EndpointParameter] = [
        EndpointParameter(
            name: "uuid", schema: .string(pattern: "^.+$"),
            meaning: "At most \(uuidsMax) uuids, separated by commas.",
            example: "0f0e0d0c-0b0a-4009-8807-060504030201", errors: [.outOfRange]),
        EndpointParameter(
            name: "value", schema: .string(pattern: "^.+$"),
            meaning: """
                Comparisons, separated by commas, each of lt, le, eq, ne, ge or gt with a number: a quantity in the answer's unit, \
                or the raw value of a category.
                """,
            example: "ge:100,lt:140", errors: [.outOfRange]),
        EndpointParameter(
            name: "device", schema: .string,
            meaning: "The name, model, hardware version or local identifier of a device.",
            example: "Apple Watch"),
        EndpointParameter(
            name: "metadataKey", schema: .string, meaning: "A key that the metadata have.", example: "HKTimeZone"),
        EndpointParameter(
            name: "metadataValue", schema: .string,
            meaning: "The value of `metadataKey`: a text, a number, or 0 or 1 for false or true.",
            example: "Europe/Berlin", errors: [.missingParameter]),
        EndpointParameter(
            name: "workout", schema: .uuid, meaning: "The uuid of a workout that contains the samples.",
            example: "7c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f10"),
        EndpointParameter(
            name: "noCorrelation", schema: .flag, meaning: "Whether samples in correlations are left out.",
            example: "true"),
    ]

    init(_ query: RequestParameters) throws(ParameterError) {
        values = try query["value"].map { text throws(ParameterError) in try SamplePredicateFields.values(text) } ?? []
        if let text = query["uuid"] {
            var uuids: [UUID] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let uuid = UUID(text: String(part)) else {
                    throw ParameterError(.malformed, "uuid", "uuid must be uuids, separated by commas")
                }
                uuids.append(uuid)
            }
            guard uuids.count <= SamplePredicateFields.uuidsMax else {
                throw ParameterError(
                    .outOfRange, "uuid", "uuid has more than \(SamplePredicateFields.uuidsMax) uuids",
                    hint: "send several requests")
            }
            predicates.append(.uuids(uuids))
        }
        if let device = try SamplePredicateFields.text(query, "device") { predicates.append(.device(device)) }
        let key = try SamplePredicateFields.text(query, "metadataKey")
        if let value = try SamplePredicateFields.text(query, "metadataValue") {
            predicates.append(.metadata(key: try ParameterText.required(key, "metadataKey"), value: value))
        } else if let key {
            predicates.append(.metadataKey(key))
        }
        if query["workout"] != nil { predicates.append(.workout(try query.uuid("workout"))) }
        if try ParameterText.flag(query["noCorrelation"], "noCorrelation") { predicates.append(.noCorrelation) }
    }

    private static func text(_ query: RequestParameters, _ name: String) throws(ParameterError) -> String? {
        guard let text = query[name] else { return nil }
        guard !text.isEmpty, text.isLabel(bytesMax: textBytesMax) else {
            throw ParameterError(
                .malformed, name, "\(name) must have 1 to \(textBytesMax) bytes and no control characters")
        }
        return text
    }

    private static func values(
        _ text: String
    ) throws(ParameterError) -> [(comparison: SamplePredicate.Comparison, value: Double)] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= valuesMax else {
            throw ParameterError(.outOfRange, "value", "value has more than \(valuesMax) comparisons")
        }
        var values: [(comparison: SamplePredicate.Comparison, value: Double)] = []
        for part in parts {
            let words = part.split(separator: ":", omittingEmptySubsequences: false)
            guard words.count == 2, let comparison = SamplePredicate.Comparison(rawValue: String(words[0])),
                let value = Double(words[1]), value.isFinite
            else {
                let names = SamplePredicate.Comparison.allCases.map(\.rawValue).joined(separator: ", ")
                throw ParameterError(
                    .malformed, "value", "value must be comparisons such as ge:100, with one of \(names)")
            }
            values.append((comparison, value))
        }
        return values
    }

    /// True if the predicates depend on the unit of the answer.
    var comparesValues: Bool { !values.isEmpty }

    /// - Parameter canonical: returns a value in the answer's unit in the canonical unit.
    func predicates(_ canonical: (Double) -> Double) -> [SamplePredicate] {
        predicates + values.map { .value($0.comparison, canonical($0.value)) }
    }

    /// The predicates of figures, by the identifier of the type. Empty without predicates.
    func predicates(_ quantities: [QuantityRequest]) -> [String: [SamplePredicate]] {
        guard comparesValues || !predicates.isEmpty else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: quantities.map { quantity in
                let inverse = quantity.type.canonicalUnit.flatMap { try? quantity.unit?.conversion(to: $0) }
                return (quantity.type.identifier, predicates { inverse?($0) ?? $0 })
            })
    }
}
