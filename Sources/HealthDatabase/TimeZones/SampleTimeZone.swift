import HealthCore

/// What samples say about the person's zone: `HKTimeZone` in their metadata, kept in `health.sample_time_zone`.
enum SampleTimeZone {
    /// Whether `metadata`, a jsonb expression, names a zone. A name that an export repeats with other values does not count.
    static func isNamed(in metadata: String) -> String {
        """
        jsonb_typeof(\(metadata) -> 'HKTimeZone') = 'string'
        and \(name(in: metadata)) ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'
        """
    }

    /// The name, where `isNamed`.
    static func name(in metadata: String) -> String { "\(metadata) ->> 'HKTimeZone'" }

    private static let key = Array(#""HKTimeZone""#.utf8)
    /// The byte of the key that is the rarest in metadata.
    private static let rareByte = UInt8(ascii: "Z")
    private static let rareOffset = key.firstIndex(of: rareByte) ?? 0

    /// Whether metadata may name a zone: so few do that the others must not pay for it.
    static func mayBeNamed(in metadata: [UInt8]) -> Bool {
        var rest = metadata[...]
        while let place = rest.firstIndex(of: rareByte) {
            let start = place - rareOffset
            if start >= 0, metadata[start...].starts(with: key) { return true }
            rest = metadata[(place + 1)...]
        }
        return false
    }
}
