/// Values by the bytes of a text, so that a text is decoded and checked once and not for each
/// record.
///
/// A text can have different values in different numbered spaces: the value of a category depends
/// on its type. Neighbouring records mostly share their texts, so the last few texts are compared
/// before a hash is computed.
struct ByteDictionary<Value> {
    private var recent: [Recent] = []
    /// Which of `recent` is forgotten next.
    private var oldest = 0
    private var known: [Key: Value] = [:]

    private struct Key: Hashable {
        var space: Int32
        var bytes: ArraySlice<UInt8>
    }

    private struct Recent {
        var space: Int32
        var bytes: [UInt8]
        var value: Value
    }

    /// A phone, a watch and two apps that take turns.
    private static var recentMax: Int { 4 }

    /// The most texts that are kept; one more empties the dictionary. Bounds the memory for a
    /// hostile file.
    private static var entriesMax: Int { 20_000 }

    /// The value of `bytes`; nil if it is not known.
    mutating func find(_ bytes: ArraySlice<UInt8>, in space: Int32 = 0) -> Value? {
        for entry in recent
        where entry.bytes.count == bytes.count && entry.space == space && entry.bytes.elementsEqual(bytes) {
            return entry.value
        }
        guard let value = known[Key(space: space, bytes: bytes)] else { return nil }
        remember(bytes, space, value)
        return value
    }

    /// - Returns: `value`
    mutating func insert(_ value: Value, for bytes: ArraySlice<UInt8>, in space: Int32 = 0) -> Value {
        if known.count >= ByteDictionary.entriesMax { known.removeAll(keepingCapacity: true) }
        known[Key(space: space, bytes: ArraySlice(Array(bytes)))] = value
        remember(bytes, space, value)
        return value
    }

    private mutating func remember(_ bytes: ArraySlice<UInt8>, _ space: Int32, _ value: Value) {
        let entry = Recent(space: space, bytes: Array(bytes), value: value)
        guard recent.count == ByteDictionary.recentMax else { return recent.append(entry) }
        recent[oldest] = entry
        oldest = (oldest + 1) % ByteDictionary.recentMax
    }
}
