import HealthCore

/// SQL and Swift conditions that find the time zone of a sample. The time zone is the value of
/// `HKTimeZone` in the sample's metadata, and `health.sample_time_zone` stores it.
enum SampleTimeZone {
    /// Returns an SQL condition that is true if `metadata`, a jsonb expression, names a time zone.
    /// If an export repeats the key with other values, the metadata name no time zone.
    static func isNamed(in metadata: String) -> String {
        """
        jsonb_typeof(\(metadata) -> 'HKTimeZone') = 'string'
        and \(name(in: metadata)) ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'
        """
    }

    /// Returns an SQL expression for the name. It is valid if `isNamed` is true.
    static func name(in metadata: String) -> String { "\(metadata) ->> 'HKTimeZone'" }

    private static let key = MetadataKey("HKTimeZone", rarest: "Z")

    /// Returns true if metadata may name a time zone.
    static func mayBeNamed(in metadata: [UInt8]) -> Bool { key.isIn(metadata) }
}
