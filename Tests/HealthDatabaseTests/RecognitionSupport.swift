import Foundation
import HealthCore
import HealthDatabase

/// A sample on a phone. It can be posted as it is, or exported as Apple does. An export cuts times
/// to whole seconds and has six significant digits, another unit, and no uuid.
struct PhoneSample {
    var uuid = UUID()
    var made = SampleMaker.Made.quantity(10)
    /// The start in microseconds after `SampleMaker.zero`.
    var start: Int64 = 250_000
    var end: Int64 = 60_999_999
    var source = SampleMaker.phone
    var metadata = ""
    var created: Instant?

    var quantityType: String? {
        guard case .quantity(_, _, let type) = made else { return nil }
        return type
    }

    static func instant(_ microseconds: Int64) -> Instant {
        Instant(microseconds: SampleMaker.zero * 1_000_000 + microseconds)
    }

    @discardableResult
    func post(to maker: inout SampleMaker, in container: Int64? = nil) throws -> Int64 {
        try maker.add(
            uuid, made, start: PhoneSample.instant(start), end: PhoneSample.instant(end), from: source,
            created: created, metadata: metadata, in: container)
    }

    /// - Parameters:
    ///   - unit: the unit of the export, and the number of these units in one unit of the sample.
    ///   - uuids: stores the uuids of equal records.
    @discardableResult
    func export(
        to maker: inout SampleMaker, unit: (name: String, factor: Double)? = nil, uuids: inout [String: UUID],
        in container: Int64? = nil
    ) throws -> Int64 {
        var printed = made
        if case .quantity(let value, let own, let type) = made {
            let text = String(format: "%.6g", value * (unit?.factor ?? 1))
            printed = .quantity(Double(text) ?? .nan, unit: unit?.name ?? own, type: type)
        }
        let second: Int64 = 1_000_000
        let (start, end) = (start / second * second, end / second * second)
        let key = "\(source.name) \(start) \(end) \(printed) \(created?.microseconds ?? 0)"
        let uuid = uuids[key] ?? PhoneSample.versionFive()
        uuids[key] = uuid
        return try maker.add(
            uuid, printed, start: PhoneSample.instant(start), end: PhoneSample.instant(end),
            from: SourceRevision(name: source.name), created: created, metadata: metadata, in: container)
    }

    private static func versionFive() -> UUID {
        var bytes = UUID().uuid
        bytes.6 = bytes.6 & 0x0f | 0x50
        return UUID(uuid: bytes)
    }
}

extension TestStore {
    @discardableResult
    func post(_ samples: [PhoneSample], deleting: [UUID] = []) throws -> BatchReceipt {
        try post { maker in
            for sample in samples { try sample.post(to: &maker) }
            for uuid in deleting { try maker.delete(uuid) }
        }
    }

    @discardableResult
    func export(
        _ samples: [PhoneSample], unit: (name: String, factor: Double)? = nil, _ uuids: inout [String: UUID]
    ) throws -> ImportWriter.Report {
        var maker = SampleMaker()
        for sample in samples { try sample.export(to: &maker, unit: unit, uuids: &uuids) }
        let report = try importing(maker)
        // Without this check, a test that counts samples would not find a lost record.
        guard report.stored + report.alreadyKnown + report.repeatedInside + report.deletedBefore == report.received,
            report.recognised <= report.alreadyKnown
        else { throw RecognitionTestError.sums }
        return report
    }
}

enum RecognitionTestError: Error {
    case sums
}
