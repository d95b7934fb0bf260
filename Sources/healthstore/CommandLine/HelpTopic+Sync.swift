extension HelpTopic {
    static let sync = """
        Sync

        What becomes of a sample. Its uuid is its identity.

        - Sent again: unchanged if equal, updated if different; never a second one.
        - Deleted: for good, also when the deletion comes first or names what never was here. "resurrect": true in a batch is the
          only way back. A correlation takes along what only it contains, whichever of the two arrives first; such a sample comes
          back with another correlation or workout that contains it. A workout leaves its samples, and the phone deletes them.
        - With HKMetadataKeySyncIdentifier and SyncVersion: of one source, type and identifier the greatest version counts, also in
          correlations and workouts. An equal or lower one is superseded, for ever.
        - A series ("quantities"): statistics count each quantity. When HealthKit condenses an old workout, send the deletions
          and the series in one batch, and no figure changes.
        - Once more in an export: a record of export.xml is the same as a sample with the same type, source name, start and end cut
          to seconds and value up to 1e-5. The sample stays and the record stands for it, whichever came first. Of n equal
          records and m equal samples max(n, m) are kept. Who renames a source has two.
        - Deleted, and then in an older export: a record that was imported before the deletion stays deleted. One that is
          imported for the first time after it comes back, under the record's own uuid: export.xml has no uuids, and of a
          deleted sample the store keeps nothing else. It goes when that uuid is deleted, or the deleted sample is sent again.

        Retry whatever had no answer: the same batch again changes nothing, and with the same Idempotency-Key it gives the same
        receipt, byte for byte (other bytes are 409); the header Idempotency-Replayed says so. 429 and 503 say in Retry-After when
        to come again: 429 that the token or its person asks too much at once, 503 that all together do. A client that leaves
        before its answer has its batch rolled back if it was not committed yet.

        Much at once: POST /v1/batches with Content-Type application/x-ndjson, gzip or not, of any length. A line is a sample as in
        "samples", {"deleted": uuid} or {"anchor": {…}}. Every 1,000 lines (?chunk=) are committed as one batch, also earlier where
        they would be more than one may hold, and before a deletion of what they add. The answer comes at the end, with a line for
        each chunk and a summary; a wrong line is refused with its number (?atomic=true keeps its chunk out). After a cut
        connection send all of it again: what is there is unchanged, or with an Idempotency-Key its receipt is given again, the
        same bytes.

        Follow the changes: GET /v1/changes without an anchor, then with the anchor of each answer while hasMore, also over an empty
        page; keep the last one. "saved" puts a sample in the place of what has its uuid; "deleted" may name what was never
        seen, and "saved" may follow it. On "preference" read figures again. An anchor belongs to one person and one choice of types:
        with another token's person, or other types, it is 400 foreign_anchor, a mistake of the client that trying again does not
        mend. 410 anchor_expired says that it is of another feed: begin without one and drop what is not listed. After a backup was restored, run
        healthstore person renew-feeds, so that readers find out.

        GET /v1/changes/stream tells at once that something changed (event "types"), or what (changes=true, event "change"); a comment
        every 15 seconds keeps the line open. Behind nginx set proxy_buffering off.

        After a lost anchor: POST /v1/reconcile {"timeZone", "interval": "year", "digests": [{"type", "date", "count", "digest"}]}, the
        digest being SHA-256 of the 16-byte uuids in order, of samples by the day on which they start. Ask for months and days of
        what differs, then {"timeZone", "uuids": [{"type", "date", "uuids"}]}. Send "missing" first, compare again, and only then
        delete what is still "unknown", and nothing that the phone may merely hide: a type without authorisation looks empty.
        HealthstoreClient does all of this.

        healthstore help clients says what other makers' clients may send.
        """
}
