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

    /// Removes the samples that the caller may not save.
    ///
    /// - Returns: the reasons, by the ordinals of all removed samples.
    mutating func removeSamples(against access: WriteAccess) -> [Int64: Refusal] {
        guard !access.writesAll else { return [:] }
        return removeSamples { [references] _, sample in
            access.refusal(of: references.types[Int(sample.type)].identifier, from: sample.start, to: sample.end)
        }
    }

    /// Removes the names that no sample uses, so that they are not stored. Also removes the types
    /// of deletions.
    mutating func removeUnusedNames() {
        for index in deletions.indices { deletions[index].type = nil }
        references = references.compacted(for: &samples)
    }
}

extension SampleReferences {
    /// The names that the remaining samples use. Their indices change.
    fileprivate func compacted(for samples: inout [(ordinal: Int64, sample: Sample)]) -> SampleReferences {
        var compacted = SampleReferences()
        for index in samples.indices {
            var sample = samples[index].sample
            let type = types[Int(sample.type)]
            // All names were accepted before, so none is refused here.
            guard let newType = try? compacted.type(type.identifier, unknownAs: type.kind),
                let revision = try? compacted.sourceRevision(sourceRevisions[Int(sample.sourceRevision)])
            else { continue }
            sample.type = newType
            sample.sourceRevision = revision
            sample.device = sample.device.flatMap { try? compacted.device(devices[Int($0)]) }
            if let unit = sample.content.quantity?.sentUnit, let newUnit = try? compacted.unit(units[Int(unit)]) {
                sample.content.setUnit(newUnit)
            }
            samples[index].sample = sample
        }
        return compacted
    }
}

extension Sample.Content {
    fileprivate mutating func setUnit(_ unit: Int32) {
        switch self {
        case .quantity(var quantity):
            quantity.sentUnit = unit
            self = .quantity(quantity)
        case .aggregate(var quantity, let extremes):
            quantity.sentUnit = unit
            self = .aggregate(quantity, extremes)
        case .series(let series, var summary):
            summary.sentUnit = unit
            self = .series(series, summary: summary)
        case .category, .correlation, .workout, .other: break
        }
    }
}
