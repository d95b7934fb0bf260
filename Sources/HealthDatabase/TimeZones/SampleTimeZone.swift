import HealthCore

/// The zones that samples name: `HKTimeZone` in their metadata, stored in
/// `health.sample_time_zone`.
enum SampleTimeZone {
    /// Returns the condition that `metadata`, a jsonb expression, names a zone. A name that an
    /// export repeats with other values does not count.
    static func isNamed(in metadata: String) -> String {
        """
        jsonb_typeof(\(metadata) -> 'HKTimeZone') = 'string'
        and \(name(in: metadata)) ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'
        """
    }

    /// Returns the expression of the name, valid if `isNamed`.
    static func name(in metadata: String) -> String { "\(metadata) ->> 'HKTimeZone'" }

    private static let key = Array(#""HKTimeZone""#.utf8)
    /// The byte of the key that is rarest in metadata.
    private static let rareByte = UInt8(ascii: "Z")
    private static let rareOffset = key.firstIndex(of: rareByte) ?? 0

    /// Returns whether metadata may name a zone. Few do, so this check must be cheap for the
    /// others.
    static func mayBeNamed(in metadata: [UInt8]) -> Bool {
        var rest = metadata[...]
        while let index = rest.firstIndex(of: rareByte) {
            let start = index - rareOffset
            if start >= 0, metadata[start...].starts(with: key) { return true }
            rest = metadata[(index + 1)...]
        }
        return false
    }
}
