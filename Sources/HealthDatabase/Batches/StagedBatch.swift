import Foundation
import HealthCore
import Postgres

/// The samples of a batch as arrays, which statements take as parameters.
///
/// Statements about whole rows take all of them. The samples are inserted in pieces, because an
/// array of 10,000 rows is slower than ten arrays of 1,000.
final class StagedBatch {
    let samples: [(ordinal: Int64, sample: Sample)]
    private let recordType: RowType
    private let seriesType: RowType
    private let quantityType: RowType
    /// The uuids of the versions that are stored instead of samples, by the ordinals of these
    /// samples.
    private var successors: [Int64: UUID] = [:]
    private var skipped: Set<Int64>

    /// The FROM item of the records.
    static let item = "unnest($8::health.staged_record[])"
    /// The FROM item of the series among the samples.
    static let series = "unnest($9::health.staged_series[])"
    /// The FROM item of the quantities of these series.
    static let quantities = "unnest($10::health.staged_quantity[])"

    /// The maximum number of samples that one statement inserts.
    static let pieceMax = 1_000

    /// - Parameter samples: of samples with the same uuid, only the one with the greatest ordinal
    ///   is stored.
    /// - Throws: `PostgresError`
    init(_ samples: [(ordinal: Int64, sample: Sample)], _ session: Session) throws {
        self.samples = samples
        recordType = try session.rowType("health.staged_record")
        seriesType = try session.rowType("health.staged_series")
        quantityType = try session.rowType("health.staged_quantity")
        var latest: [UUID: Int64] = [:]
        for (ordinal, sample) in samples { latest[sample.uuid] = max(ordinal, latest[sample.uuid] ?? ordinal) }
        skipped = Set(samples.lazy.filter { latest[$0.sample.uuid] != $0.ordinal }.map(\.ordinal))
    }

    /// The uuids of the rows that are samples.
    var uuids: [UUID] { samples.lazy.filter { self.successors[$0.ordinal] == nil }.map(\.sample.uuid) }

    /// The uuids of all rows. The row of a superseded sample has the uuid of the version that is
    /// stored.
    var allUUIDs: [UUID] { samples.map { successors[$0.ordinal] ?? $0.sample.uuid } }

    /// The samples with these ordinals.
    func samples(at ordinals: [Int64]) -> [Sample] {
        let ordinals = Set(ordinals)
        return samples.lazy.filter { ordinals.contains($0.ordinal) }.map(\.sample)
    }

    /// Keeps samples from being stored, because a newer version of each is.
    ///
    /// Their rows get the uuid of that version, so a container of a superseded sample contains the
    /// version. An old correlation that arrives again then changes nothing.
    func supersede(_ superseded: [(ordinal: Int64, by: UUID)]) {
        for (ordinal, uuid) in superseded {
            successors[ordinal] = uuid
            skipped.insert(ordinal)
        }
    }

    /// Keeps the samples with these ordinals from being stored.
    func skip(_ ordinals: [Int64]) { skipped.formUnion(ordinals) }

    /// The samples that are stored.
    var stored: some Sequence<Sample> {
        samples.lazy.filter { !self.skipped.contains($0.ordinal) }.map(\.sample)
    }

    /// True if a sample is stored.
    var hasStored: Bool { samples.contains { !skipped.contains($0.ordinal) } }

    // MARK: Parameters

    /// The parameters $8 and $9 of statements about all rows.
    var parameters: [Parameter] { parameters(of: samples[...]) }

    /// The parameters $8, $9 and $10 for each piece of the samples that are stored. Only the
    /// statement that inserts them takes the quantities of series, because they may be long.
    var pieces: [[Parameter]] {
        let stored = samples.filter { !skipped.contains($0.ordinal) }
        return stride(from: 0, to: stored.count, by: StagedBatch.pieceMax).map { start in
            let piece = stored[start..<min(start + StagedBatch.pieceMax, stored.count)]
            return parameters(of: piece) + [quantities(of: piece)]
        }
    }

    private func parameters(of samples: ArraySlice<(ordinal: Int64, sample: Sample)>) -> [Parameter] {
        let records = RowArray(recordType) { writer in
            var encoder = StagedRecordEncoder(writer: writer, personID: nil)
            for (ordinal, sample) in samples {
                encoder.append(
                    sample, ordinal: ordinal, isSkipped: skipped.contains(ordinal), successor: successors[ordinal])
            }
            writer = encoder.writer
        }
        let series = RowArray(seriesType) { writer in
            for (ordinal, sample) in samples {
                guard case .series(let series, let summary) = sample.content else { continue }
                writer.beginRow(4)
                writer.int64(ordinal)
                writer.int32(Int32(series.parts.count))
                writer.double(summary.value)
                writer.bytea(series.digest)
            }
        }
        return [.rows(records), .rows(series)]
    }

    private func quantities(of samples: ArraySlice<(ordinal: Int64, sample: Sample)>) -> Parameter {
        .rows(
            RowArray(quantityType) { writer in
                for (ordinal, sample) in samples {
                    guard case .series(let series, _) = sample.content else { continue }
                    for (index, part) in series.parts.enumerated() {
                        writer.beginRow(6)
                        writer.int64(ordinal)
                        writer.int32(Int32(index))
                        writer.timestamptz(part.start.microseconds)
                        writer.timestamptz(part.end.microseconds)
                        writer.double(part.value)
                        writer.double(part.sentValue == part.value ? nil : part.sentValue)
                    }
                }
            })
    }
}
