import HealthCore
import JSON

extension SyncIdentity {
    /// Reads the sync identifier and version from a sample's metadata. Returns nil if the metadata
    /// have neither.
    ///
    /// - Throws: `Refusal` if one of the two is missing or malformed. HealthKit also refuses a
    ///   sample that has only one of them.
    init?(metadata: JSONValue?) throws(Refusal) {
        guard let metadata else { return nil }
        let identifier = metadata[SyncIdentity.identifierKey].present
        let version = metadata[SyncIdentity.versionKey].present
        guard identifier != nil || version != nil else { return nil }
        let (identifierField, versionField) = (
            "metadata." + SyncIdentity.identifierKey, "metadata." + SyncIdentity.versionKey
        )
        guard let identifier else {
            throw Refusal(
                .missingField, field: identifierField, "a sync version needs a sync identifier beside it")
        }
        guard let version else {
            throw Refusal(.missingField, field: versionField, "a sync identifier needs a sync version beside it")
        }
        guard let text = identifier.string, !text.isEmpty else {
            throw Refusal(.malformedField, field: identifierField, "a sync identifier must be a text that is not empty")
        }
        guard text.utf8.count <= SyncIdentity.identifierBytesMax else {
            throw Refusal(
                .fieldTooLong, field: identifierField,
                "a sync identifier is longer than \(SyncIdentity.identifierBytesMax) bytes")
        }
        let number = version.int64.map { SyncVersion($0) } ?? version.double.flatMap { SyncVersion($0) }
        guard let number else {
            throw Refusal(.malformedNumber, field: versionField, "a sync version must be a finite number")
        }
        self.init(identifier: text, version: number)
    }
}
