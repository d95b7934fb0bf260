import Foundation
import HealthCore
import Postgres

/// A condition on a sample, as the predicates of `HKQuery`.
///
/// https://developer.apple.com/documentation/healthkit/hkquery
public enum SamplePredicate: Sendable {
    /// `predicateForObjects(with:)`.
    case uuids([UUID])
    /// `predicateForObjects(from:)` of sources, by their ids.
    case sources([Int32])
    /// `predicateForObjects(withDeviceProperty:allowedValues:)`. The text is the name, model,
    /// hardware version or local identifier of the device.
    case device(String)
    /// `predicateForObjects(withMetadataKey:)`.
    case metadataKey(String)
    /// `predicateForObjects(withMetadataKey:allowedValues:)`. The value is a text, a number, or 0
    /// or 1 for false or true. An export has each value as a text.
    case metadata(key: String, value: String)
    /// `predicateForQuantitySamples(with:quantity:)`, with a quantity in the canonical unit, and
    /// `predicateForCategorySamples(with:value:)`. A series counts with its summary.
    case value(Comparison, Double)
    /// `predicateForObjects(from:)` of a workout: the samples that it contains.
    case workout(UUID)
    /// `predicateForWorkouts(with:)` of an `HKWorkoutActivityType`, by its raw value.
    case activityType(Int32)
    /// `predicateForObjectsWithNoCorrelation()`.
    case noCorrelation

    /// The operators of a comparison.
    public enum Comparison: String, CaseIterable, Sendable {
        case lt, le, eq, ne, ge, gt

        fileprivate var sql: String {
            switch self {
            case .lt: "<"
            case .le: "<="
            case .eq: "="
            case .ne: "<>"
            case .ge: ">="
            case .gt: ">"
            }
        }
    }

    /// The values of the parameters of `condition`.
    var parameters: [Parameter] {
        switch self {
        case .uuids(let uuids): [.uuidArray(uuids)]
        case .sources(let ids): [.int32Array(ids)]
        case .device(let text), .metadataKey(let text): [.text(text)]
        case .metadata(let key, let value): [.text(key), .text(value)]
        case .value(_, let value): [.double(value)]
        case .workout(let uuid): [.uuid(uuid)]
        case .activityType(let value): [.int32(value)]
        case .noCorrelation: []
        }
    }

    /// SQL of the condition on a row `sample` of `health.sample`.
    ///
    /// - Parameters:
    ///   - values: SQL of `parameters`.
    ///   - person: SQL of the person's id.
    func condition(_ values: [String], of person: String) -> String {
        switch self {
        case .uuids: "sample.uuid = any(\(values[0]))"
        case .sources:
            """
            sample.source_revision_id = any(array(
                select source_revision_id from health.source_revision
                where person_id = \(person) and source_id = any(\(values[0]))))
            """
        case .device:
            """
            sample.device_id = any(array(
                select device_id from health.device
                where person_id = \(person) and \(values[0]) in (name, model, hardware_version, local_identifier)))
            """
        case .metadataKey: SamplePredicate.detail("metadata ? \(values[0])", of: person)
        case .metadata:
            SamplePredicate.detail(
                """
                case jsonb_typeof(metadata -> \(values[0]))
                    when 'boolean' then case metadata ->> \(values[0]) when 'true' then '1' else '0' end
                    when 'number' then trim_scale((metadata ->> \(values[0]))::numeric)::text
                    else metadata ->> \(values[0])
                end = \(values[1])
                """, of: person)
        case .value(let comparison, _):
            """
            coalesce(sample.quantity, sample.category_value, (
                select series.quantity from health.quantity_series series
                where series.person_id = \(person) and series.uuid = sample.uuid)) \(comparison.sql) \(values[0])
            """
        case .workout: "sample.uuid = any(\(SamplePredicate.contents(values[0], of: person)))"
        case .activityType:
            """
            \(values[0]) = (
                select activity_type from health.workout
                where workout.person_id = \(person) and workout.uuid = sample.uuid)
            """
        case .noCorrelation:
            """
            not exists (
                select 1 from health.contained_sample contained
                where contained.person_id = \(person) and contained.uuid = sample.uuid
                    and not exists (
                        select 1 from health.workout
                        where workout.person_id = \(person) and workout.uuid = contained.container_uuid))
            """
        }
    }

    /// SQL of an array of the only uuids that can satisfy the condition; nil if it does not limit
    /// the uuids.
    func uuids(_ values: [String], of person: String) -> String? {
        switch self {
        case .uuids: values[0]
        case .workout: SamplePredicate.contents(values[0], of: person)
        default: nil
        }
    }

    private static func contents(_ workout: String, of person: String) -> String {
        """
        array(
            select contained.uuid from health.contained_sample contained
            join health.workout on workout.person_id = \(person) and workout.uuid = \(workout)
            where contained.person_id = \(person) and contained.container_uuid = \(workout))
        """
    }

    private static func detail(_ condition: String, of person: String) -> String {
        """
        exists (
            select 1 from health.sample_detail
            where sample_detail.person_id = \(person) and sample_detail.uuid = sample.uuid and \(condition))
        """
    }
}

/// SQL of several predicates on the samples of a person.
struct SampleFilter {
    /// What a row `sample` of `relation` satisfies.
    let conditions: [String]
    /// `health.sample`, or a subquery of its few rows if the predicates limit the uuids. These rows
    /// are then read before the index of times could be chosen.
    let relation: String
    let limitsUUIDs: Bool
    /// SQL of the person's id.
    let person: String

    /// - Parameters:
    ///   - person: SQL of the person's id.
    ///   - value: returns SQL of a parameter. It is called in order.
    init(_ predicates: [SamplePredicate], of person: String, _ value: (Parameter) -> String) {
        let terms = predicates.map { (predicate: $0, values: $0.parameters.map(value)) }
        conditions = ["sample.person_id = \(person)"] + terms.map { $0.predicate.condition($0.values, of: person) }
        let uuids = terms.lazy.compactMap { $0.predicate.uuids($0.values, of: person) }.first
        limitsUUIDs = uuids != nil
        self.person = person
        relation =
            uuids.map {
                "(select * from health.sample where person_id = \(person) and uuid = any(\($0)) offset 0) sample"
            } ?? "health.sample"
    }

    /// A filter without parameters, for COPY, which takes none.
    init(_ predicates: [SamplePredicate], of person: Person) {
        self.init(predicates, of: String(person.id)) { parameter in
            switch parameter {
            case .uuid(let uuid?): "'\(uuid.uuidString)'::uuid"
            case .uuidArray(let uuids): "'{\(uuids.map(\.uuidString).joined(separator: ","))}'::uuid[]"
            case .int32(let number?): "\(number)"
            case .int32Array(let numbers): "'{\(numbers.map(String.init).joined(separator: ","))}'::integer[]"
            case .double(let number?): "'\(number)'::double precision"
            // Needs no quoting, whatever the settings of the session are.
            case .text(let text?):
                """
                convert_from(
                    decode('\(text.utf8.map { String(256 + Int($0), radix: 16).dropFirst() }.joined())', 'hex'), 'UTF8')
                """
            default: preconditionFailure("no predicate has such a parameter")
            }
        }
    }
}
