import Foundation
import HealthCore
import JSON

/// Reads the records of a batch one by one: samples, deletions and the anchor. The records come
/// from one JSON text or from several.
struct RecordParser {
    private var parsed = ParsedBatch()
    var references = SampleReferences()
    /// The ordinal of the next sample. Refused samples and objects of correlations have ordinals,
    /// too.
    var nextOrdinal: Int64 = 0
    /// The number of quantities of all series that were read so far.
    var quantityCount = 0
    /// True if the JSON text that is read contains U+0000, which PostgreSQL cannot store.
    var checksNullCharacters = false

    /// The uuids of the first `uuidSampleCount` samples. They are collected only if `contains` is
    /// called.
    private var uuids: Set<UUID> = []
    private var uuidSampleCount = 0

    /// The number of samples, objects of correlations and deletions that were read so far,
    /// including refused ones.
    var recordCount: Int { Int(nextOrdinal) + parsed.deletionCount }

    /// Adds a sample and the objects that it contains. Adds the refusal instead if the sample is
    /// refused.
    ///
    /// - Parameter index: the index of the record in the client's request.
    mutating func add(sample value: JSONValue, index: Int) {
        let ordinal = nextOrdinal
        nextOrdinal += 1
        parsed.sampleCount += 1
        var contained: [(ordinal: Int64, sample: Sample)] = []
        do throws(Refusal) {
            let sample = try sample(value, ordinal: ordinal, container: nil, &contained)
            parsed.batch.samples.append((ordinal, sample))
            parsed.batch.samples.append(contentsOf: contained)
            parsed.indexOfOrdinal[ordinal] = index
        } catch {
            parsed.rejected.append(RejectedRecord(collection: .samples, index: index, refusal: error))
        }
    }

    /// Adds a deletion, or its refusal.
    ///
    /// - Parameter index: the index of the record in the client's request.
    mutating func add(deletion value: JSONValue, index: Int) {
        do throws(Refusal) {
            parsed.batch.deletions.append(try deletion(value))
            parsed.indexOfDeletion.append(index)
        } catch {
            parsed.rejected.append(RejectedRecord(collection: .deleted, index: index, refusal: error))
        }
        parsed.deletionCount += 1
    }

    mutating func add(_ anchor: ClientAnchor) { parsed.batch.anchor = anchor }

    mutating func add(_ range: SampleBatch.CompleteRange) { parsed.batch.complete.append(range) }

    /// Returns whether a sample of the batch, or an object of a correlation, has this uuid.
    mutating func contains(_ uuid: UUID) -> Bool {
        for (_, sample) in parsed.batch.samples[uuidSampleCount...] { uuids.insert(sample.uuid) }
        uuidSampleCount = parsed.batch.samples.count
        return uuids.contains(uuid)
    }

    /// Returns the records refused since the last call and removes them from the batch's list.
    mutating func takeRejected() -> [RejectedRecord] {
        guard !parsed.rejected.isEmpty else { return [] }
        defer { parsed.rejected = [] }
        return parsed.rejected
    }

    /// Returns the batch. No records can be added afterwards.
    consuming func finish() -> ParsedBatch {
        parsed.batch.references = references
        return parsed
    }

    /// Reads a uuid, or `{"uuid": …, "type": …}`.
    private mutating func deletion(_ value: JSONValue) throws(Refusal) -> SampleBatch.Deletion {
        guard value.kind == .object else { return SampleBatch.Deletion(uuid: try uuid(value, "uuid")) }
        let id = try uuid(value["uuid"], "uuid")
        guard let name = try text(value["type"], "type") else { return SampleBatch.Deletion(uuid: id) }
        return SampleBatch.Deletion(uuid: id, type: try references.type(name, unknownAs: .other))
    }
}
