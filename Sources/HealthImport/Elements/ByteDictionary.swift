/// A dictionary whose keys are the bytes of texts. A text is decoded and checked once instead of
/// for each record.
///
/// A text can have different values in different numbered spaces. For example, the value of a
/// category depends on its type. Neighbouring records mostly have the same texts, so the last few
/// texts are compared before a hash is computed.
struct ByteDictionary<Value> {
    private var recent: [Recent] = []
    /// The index in `recent` of the entry that is replaced next.
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

    /// The number of recent entries: enough for a phone, a watch and two apps whose records
    /// alternate.
    private static var recentMax: Int { 4 }

    /// The most texts in the dictionary. Before a further text is added, the dictionary is emptied.
    /// This bounds the memory for a hostile file.
    private static var entriesMax: Int { 20_000 }

    /// Returns the value of `bytes`, or nil if the dictionary has none.
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
