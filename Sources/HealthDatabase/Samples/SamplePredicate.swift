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

    /// SQL of the condition on a row `sample` of `health.sample`. $1 is the person.
    ///
    /// - Parameter first: the number of the first of `parameters`.
    func condition(_ first: Int) -> String {
        switch self {
        case .uuids: "sample.uuid = any($\(first))"
        case .sources:
            """
            sample.source_revision_id = any(array(
                select source_revision_id from health.source_revision
                where person_id = $1 and source_id = any($\(first))))
            """
        case .device:
            """
            sample.device_id = any(array(
                select device_id from health.device
                where person_id = $1 and $\(first) in (name, model, hardware_version, local_identifier)))
            """
        case .metadataKey: SamplePredicate.detail("metadata ? $\(first)")
        case .metadata:
            SamplePredicate.detail(
                """
                case jsonb_typeof(metadata -> $\(first))
                    when 'boolean' then case metadata ->> $\(first) when 'true' then '1' else '0' end
                    when 'number' then trim_scale((metadata ->> $\(first))::numeric)::text
                    else metadata ->> $\(first)
                end = $\(first + 1)
                """)
        case .value(let comparison, _):
            "coalesce(sample.quantity, sample.category_value) \(comparison.sql) $\(first)"
        case .workout: "sample.uuid = any(\(SamplePredicate.contents(first)))"
        case .activityType:
            """
            $\(first) = (
                select activity_type from health.workout where workout.person_id = $1 and workout.uuid = sample.uuid)
            """
        case .noCorrelation:
            """
            not exists (
                select 1 from health.contained_sample contained
                where contained.person_id = $1 and contained.uuid = sample.uuid
                    and not exists (
                        select 1 from health.workout
                        where workout.person_id = $1 and workout.uuid = contained.container_uuid))
            """
        }
    }

    /// SQL of an array of the only uuids that can satisfy the condition; nil if it does not limit
    /// the uuids.
    func uuids(_ first: Int) -> String? {
        switch self {
        case .uuids: "$\(first)"
        case .workout: SamplePredicate.contents(first)
        default: nil
        }
    }

    private static func contents(_ workout: Int) -> String {
        """
        array(
            select contained.uuid from health.contained_sample contained
            join health.workout on workout.person_id = $1 and workout.uuid = $\(workout)
            where contained.person_id = $1 and contained.container_uuid = $\(workout))
        """
    }

    private static func detail(_ condition: String) -> String {
        """
        exists (
            select 1 from health.sample_detail
            where sample_detail.person_id = $1 and sample_detail.uuid = sample.uuid and \(condition))
        """
    }
}
