/// The `MetadataEntry` children of one element.
///
/// A key that is repeated with the same value, as in workouts, counts once. A key with several
/// different values holds all of them.
struct MetadataObject {
    private var keys: [[UInt8]] = []
    private var values: [[[UInt8]]] = []
    private var entries = 0
    private var bytes = 0

    /// Most `MetadataEntry` children of one element, including repeated ones. Elements of real
    /// exports have about twenty.
    static let entriesMax = 2_000
    /// Most bytes of the keys and values of one element, including repeated ones.
    static let bytesMax = 1 << 20

    /// True if the element exceeds a limit. The object then has only a part of the entries.
    var isTooLarge: Bool { entries > MetadataObject.entriesMax || bytes > MetadataObject.bytesMax }

    var isEmpty: Bool { keys.isEmpty }

    mutating func removeAll() {
        keys.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        entries = 0
        bytes = 0
    }

    mutating func append(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        guard !isTooLarge else { return }
        entries += 1
        bytes += key.count + value.count
        if let index = keys.firstIndex(where: { $0.elementsEqual(key) }) {
            if !values[index].contains(where: { $0.elementsEqual(value) }) { values[index].append(Array(value)) }
        } else {
            keys.append(Array(key))
            values.append([Array(value)])
        }
    }

    /// Returns the first value of a key.
    func value(_ key: String) -> [UInt8]? {
        keys.firstIndex { $0.elementsEqual(key.utf8) }.map { values[$0][0] }
    }

    /// The entries as one JSON object. Empty if there are no entries.
    var json: [UInt8] {
        guard !isEmpty else { return [] }
        var text = JSONText()
        for (index, key) in keys.enumerated() {
            text.raw(index == 0 ? "{" : ",")
            text.string(key[...])
            text.raw(":")
            if values[index].count > 1 { text.raw("[") }
            for (number, value) in values[index].enumerated() {
                if number > 0 { text.raw(",") }
                text.string(value[...])
            }
            if values[index].count > 1 { text.raw("]") }
        }
        text.raw("}")
        return text.bytes
    }
}
