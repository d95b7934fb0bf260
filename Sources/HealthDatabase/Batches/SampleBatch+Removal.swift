import Foundation
import HealthCore
import Postgres

extension SampleBatch {
    /// Removes samples, and all samples that are in the same correlation.
    ///
    /// - Parameter reason: returns the reason to remove a sample; nil to keep it.
    /// - Returns: the reasons, by the ordinals of all removed samples.
    mutating func removeSamples<Reason>(_ reason: (Int64, Sample) -> Reason?) -> [Int64: Reason] {
        var containers: [Int64: Int64] = [:]
        for (ordinal, sample) in samples { containers[ordinal] = sample.container }
        func outermost(_ ordinal: Int64) -> Int64 {
            var outer = ordinal
            while let container = containers[outer] { outer = container }
            return outer
        }
        var reasons: [Int64: Reason] = [:]
        for (ordinal, sample) in samples {
            guard let reason = reason(ordinal, sample) else { continue }
            let record = outermost(ordinal)
            if reasons[record] == nil { reasons[record] = reason }
        }
        guard !reasons.isEmpty else { return [:] }
        var removed: [Int64: Reason] = [:]
        samples.removeAll { ordinal, _ in
            removed[ordinal] = reasons[outermost(ordinal)]
            return removed[ordinal] != nil
        }
        return removed
    }

    /// Removes the samples that start before the start of a sync plan.
    ///
    /// - Parameter start: nil if the plan has no start.
    /// - Returns: the reasons, by the ordinals of all removed samples.
    mutating func removeSamples(before start: Instant?) -> [Int64: Refusal] {
        guard let start else { return [:] }
        let reason = Refusal(
            .beforeStart, field: "startDate", "the sync plan begins at \(start.rfc3339)",
            hint: "PUT /v1/sync-plans/{device} changes the start")
        return removeSamples { $1.start < start ? reason : nil }
    }

    /// Removes the samples that the caller may not save.
    ///
    /// - Returns: the reasons, by the ordinals of all removed samples.
    mutating func removeSamples(against access: WriteAccess) -> [Int64: Refusal] {
        guard !access.writesAll else { return [:] }
        return removeSamples { [references] _, sample in
            access.refusal(of: references.types[Int(sample.type)].identifier, from: sample.start, to: sample.end)
        }
    }
}
