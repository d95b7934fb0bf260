@testable import HealthDatabase

extension BackupRecord {
    /// The personal tables that are not exported, each with the reason. The column `holder_id` of
    /// samples and deletions is not exported either, because restored samples belong to the
    /// person's own holder.
    static let leftOut: [(table: String, reason: String)] =
        [
            ("person", "the header says uuid and name"),
            ("access_log", "has the requests to this store; a restored person begins a new log"),
            ("access_grant", "holders belong to the store, so a restored person makes new grants"),
            ("holder", "belongs to the store"),
            ("token", "secrets are not exported; the copy needs new tokens"),
            ("token_use", "belongs to token"),
            ("webhook", "has a secret, and a position of this feed; receivers make new webhooks"),
            ("idempotency_key", "receipts are kept for some days, and name positions of this feed"),
            ("change_counter", "the copy has another feed, which readers read from its start"),
            ("sample_holder", "holders belong to the store"),
            ("arrival", "has positions of this feed; restored samples arrive when they are restored"),
            ("source_kind", "follows from the sources"),
            ("import_count", "reports about files that this store has read"),
            ("import_refusal", "reports about files that this store has read"),
            ("import_upload", "belongs to files that this store has received"),
        ] + derived

    /// The tables that are filled again from the restored rows.
    static let derived: [(table: String, reason: String)] =
        [
            "sample_extent", "person_sample_type", "unit_type", "source_type", "device_type", "hour",
            "day", "night",
        ].map { ($0, "follows from the samples") } + [
            ("sample_time_zone", "follows from the samples' metadata"),
            ("day_clock", "follows from the time zones"),
            ("mark", "lists figures to compute again"),
            ("preference_change", "has only positions of the feed"),
            ("contained_change", "has only positions of the feed"),
        ]
}
