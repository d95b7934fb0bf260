import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests checksums of summaries. The test builds the bytes that the documentation names, and
/// PostgreSQL hashes them.
@Suite struct SummaryChecksumTests {
    private struct Step {
        var uuid: UUID
        /// The start in microseconds after `SampleMaker.zero`.
        var start: Int64
        var end: Int64
        var value: Double
        var source: SourceRevision
    }

    private static let low = UUID(uuid: (0, 1, 2, 3, 4, 5, 0x46, 7, 0x88, 9, 10, 11, 12, 13, 14, 15))
    private static let high = UUID(uuid: (0xf0, 1, 2, 3, 4, 5, 0x46, 7, 0x88, 9, 10, 11, 12, 13, 14, 15))
    private static let dayStart: Int64 = 1_714_521_600
    private static let day: Int64 = 86_400

    private func post(_ steps: [Step], _ store: TestStore) throws {
        try store.post { maker in
            for step in steps {
                try maker.add(
                    step.uuid, .quantity(step.value), at: Double(step.start) / 1e6,
                    lasting: Double(step.end - step.start) / 1e6, from: step.source)
            }
        }
    }

    private func summary(_ store: TestStore) throws -> DailySummary {
        var parameters: QuestionParameters = [:]
        (parameters[.from], parameters[.to]) = ("2024-05-01", "2024-05-02")
        (parameters[.timeZone], parameters[.types]) = ("UTC", "stepCount")
        let request = try SummaryQuestion(parameters).request(PersonSettings())
        let reader = SummaryReader(person: store.person, session: store.session)
        let summary = try #require(try reader.summaries(request).first)
        let footprint = try reader.footprint(request.quantities[0], request.plan)
        #expect(footprint.checksum == summary.quantities[0].checksum)
        return summary
    }

    private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private func bytes(_ uuid: UUID) -> [UInt8] {
        let digits = Array(uuid.uuidString.filter { $0 != "-" })
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    private func sha256(_ bytes: [UInt8], _ store: TestStore) throws -> [UInt8] {
        try store.session.execute("select sha256($1)", [.bytea(bytes)])[0].bytea(0)
    }

    /// Returns the checksum of the footprint. It has `steps` in order of their uuids, and then the
    /// sources, the highest priority first.
    private func expected(_ steps: [Step], sources: [SourceRevision], _ store: TestStore) throws -> [UInt8] {
        func id(_ source: SourceRevision) throws -> Int32 {
            try store.session.execute(
                "select source_id from health.source where person_id = $1 and bundle_identifier = $2",
                [.int32(store.person.id), .text(source.bundleIdentifier)])[0].int32(0)
        }
        var bytes: [UInt8] = []
        for step in steps {
            let zero = SampleMaker.zero * 1_000_000
            bytes += self.bytes(step.uuid)
            bytes += bigEndian(zero + step.start) + bigEndian(zero + step.end) + bigEndian(step.value.bitPattern)
            bytes += bigEndian(try id(step.source))
        }
        for source in sources { bytes += bigEndian(try id(source)) }
        return try sha256(bytes, store)
    }

    @Test("they are SHA-256 of the documented bytes, and another end, start or value alone changes them")
    func golden() async throws {
        try await TestStore.with { store in
            var phone = Step(uuid: Self.low, start: 1_000_001, end: 60_000_002, value: 12.5, source: SampleMaker.phone)
            let watch = Step(uuid: Self.high, start: 0, end: 30_000_000, value: 7, source: SampleMaker.watch)
            // The sample with the greater uuid begins first.
            try post([watch, phone], store)
            let sources = [SampleMaker.watch, SampleMaker.phone]
            var seen: Set<[UInt8]> = []
            func check(_ comment: Comment) throws {
                let summary = try summary(store)
                let footprint = try expected([phone, watch], sources: sources, store)
                #expect(summary.quantities[0].checksum == footprint, comment)
                let day = try sha256(
                    bigEndian(Self.dayStart * 1_000_000) + bigEndian((Self.dayStart + Self.day) * 1_000_000)
                        + Array("UTC".utf8) + [0] + Array("HKQuantityTypeIdentifierStepCount".utf8) + [0] + footprint,
                    store)
                #expect(summary.checksum == day, comment)
                #expect(seen.insert(day).inserted, comment)
            }
            try check("as posted")
            phone.end += 1
            try post([phone], store)
            try check("another end")
            phone.start += 1
            try post([phone], store)
            try check("another start")
            phone.value += 0.5
            try post([phone], store)
            try check("another value")
        }
    }
}
