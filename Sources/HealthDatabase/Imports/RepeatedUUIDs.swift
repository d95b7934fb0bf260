import Foundation
import Postgres

/// A Bloom filter that finds repeated uuids, in constant memory.
///
/// It finds every repetition, and by mistake a few other uuids. The last eight bytes of the uuids
/// are made with SHA-1 or at random, so they serve as the hash.
struct RepeatedUUIDs {
    /// The uuids that the filter found, once for each repetition. Nil if there are more than
    /// `suspectsMax` or the import was continued. Then any uuid may be repeated.
    private(set) var suspects: [UUID]? = []
    private var words = [UInt64](repeating: 0, count: RepeatedUUIDs.bits / 64)

    /// 16 MiB. After ten million uuids, one in 200 new uuids is suspected by mistake.
    private static let bits = 1 << 27
    private static let probes = 4
    static let suspectsMax = 1_000_000

    init() {}

    /// Makes the filter of an import that continues. `suspects` is nil, because a checkpoint does
    /// not store it. All earlier suspects are in the import's table.
    ///
    /// - Throws: `PostgresError`
    init(until job: ImportJob, _ session: Session) throws {
        guard job.checkpoint.position != nil else { return }
        suspects = nil
        let stored = "select uuid from health.sample where person_id = \(job.person.id) union all"
        try session.copyOut(
            """
            copy (
                \(job.directPosition == nil ? "" : stored)
                select staged.uuid from \(job.table.name) staged
                where staged.person_id = \(job.person.id) and \(StagedKind.isInFile())
            ) to stdout (format binary)
            """
        ) { row in
            _ = isRepeated(try row.uuidWords().low)
        }
    }

    /// Adds a uuid.
    ///
    /// - Returns: true if the uuid may have come before.
    mutating func note(_ uuid: UUID) -> Bool {
        guard isRepeated(uuid.bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }) else { return false }
        suspects?.append(uuid)
        if let count = suspects?.count, count > RepeatedUUIDs.suspectsMax { suspects = nil }
        return true
    }

    /// Adds a uuid, given as its last eight bytes.
    ///
    /// - Returns: true if it may have come before.
    private mutating func isRepeated(_ hash: UInt64) -> Bool {
        // The bits of the first position, and the bits above them.
        let step = hash / UInt64(RepeatedUUIDs.bits) | 1
        var position = hash
        var isNew = false
        for _ in 0..<RepeatedUUIDs.probes {
            let bit = Int(truncatingIfNeeded: position % UInt64(RepeatedUUIDs.bits))
            let mask = UInt64(1) << UInt64(bit % 64)
            if words[bit / 64] & mask == 0 {
                isNew = true
                words[bit / 64] |= mask
            }
            position &+= step
        }
        return !isNew
    }
}
