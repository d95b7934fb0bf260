import Foundation
import HealthCore
import HealthDatabase
import JSONReader

/// Puts a batch together record by record, from one JSON text or from many.
struct BatchAssembly {
    private var parsed = ParsedBatch()
    private var parser = SampleParser()

    /// The samples' uuids, as far as anybody asked.
    private var uuids: Set<UUID> = []
    private var uuidsKnown = 0

    /// Samples, objects of correlations and deletions so far, refused ones included.
    var recordCount: Int { Int(parser.recordCount) + parsed.deletionCount }
    /// Quantities of all series so far.
    var quantityCount: Int { parser.quantityCount }

    /// The batch; nothing is added to it afterwards.
    consuming func finish() -> ParsedBatch {
        parsed.batch.references = parser.references
        return parsed
    }

    /// Whether a sample of the batch, or an object of a correlation, has this uuid.
    mutating func holds(_ uuid: UUID) -> Bool {
        for (_, sample) in parsed.batch.samples[uuidsKnown...] { uuids.insert(sample.uuid) }
        uuidsKnown = parsed.batch.samples.count
        return uuids.contains(uuid)
    }

    /// - Parameters:
    ///   - place: of the record in what the client sent.
    ///   - checksNullCharacters: whether U+0000, which PostgreSQL cannot store, occurs anywhere in the JSON text.
    mutating func add(sample value: JSONValue, place: Int, checksNullCharacters: Bool) {
        parser.checksNullCharacters = checksNullCharacters
        parser.parse(value, index: place, into: &parsed)
        parsed.sampleCount += 1
    }

    mutating func add(deletion value: JSONValue, place: Int) {
        do throws(Refusal) {
            parsed.batch.deletions.append(try parser.deletion(value))
            parsed.placeOfDeletion.append(place)
        } catch {
            parsed.rejected.append(RejectedRecord(collection: .deleted, index: place, refusal: error))
        }
        parsed.deletionCount += 1
    }

    mutating func add(_ anchor: ClientAnchor) { parsed.batch.anchor = anchor }

    /// Hands over why records added since the last call were refused.
    mutating func takeRejected() -> [RejectedRecord] {
        guard !parsed.rejected.isEmpty else { return [] }
        defer { parsed.rejected = [] }
        return parsed.rejected
    }
}
