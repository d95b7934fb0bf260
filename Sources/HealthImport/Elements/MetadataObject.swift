import JSON

/// The `MetadataEntry` children of one element.
///
/// A key that is repeated with the same value, as in workouts, counts once. A key with several
/// different values holds all of them.
struct MetadataObject {
    private var entries: [(key: String, values: [String])] = []
    private var entryCount = 0
    private var byteCount = 0

    /// Most `MetadataEntry` children of one element, including repeated ones. Elements of real
    /// exports have about twenty.
    static let entriesMax = 2_000
    /// Most bytes of the keys and values of one element, including repeated ones.
    static let bytesMax = 1 << 20

    /// True if the element exceeds a limit. The object then has only a part of the entries.
    var isTooLarge: Bool { entryCount > MetadataObject.entriesMax || byteCount > MetadataObject.bytesMax }

    mutating func append(key: String, value: String) {
        guard !isTooLarge else { return }
        entryCount += 1
        byteCount += key.utf8.count + value.utf8.count
        // Strings with different bytes can be equal.
        guard let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
            return entries.append((key, [value]))
        }
        let isKnown = entries[index].values.contains { $0.utf8.elementsEqual(value.utf8) }
        if !isKnown { entries[index].values.append(value) }
    }

    /// Returns the first value of a key.
    func value(_ key: String) -> String? { entries.first { $0.key == key }?.values[0] }

    /// The entries as one JSON object. Empty if there are no entries.
    var json: [UInt8] {
        guard !entries.isEmpty else { return [] }
        return JSONWriter.object { writer in
            for (key, values) in entries {
                writer.key(key)
                if values.count == 1 {
                    writer.value(values[0])
                } else {
                    writer.array { writer in for value in values { writer.value(value) } }
                }
            }
        }
    }
}
