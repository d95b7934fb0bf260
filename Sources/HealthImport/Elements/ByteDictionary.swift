/// A dictionary whose keys are the bytes of texts. A text is decoded and checked once instead of
/// for each record.
///
/// A text can have different values in different numbered spaces. For example, the value of a
/// category depends on its type. Neighbouring records mostly have the same texts, so the last text
/// is compared before a hash is computed.
struct ByteDictionary<Value> {
    private var known: [Key: Value] = [:]
    private var last: (key: Key, value: Value)?

    private struct Key: Hashable {
        var space: Int32
        var bytes: ArraySlice<UInt8>
    }

    /// The most texts in the dictionary. Before a further text is added, the dictionary is emptied.
    /// This bounds the memory for a hostile file.
    private static var entriesMax: Int { 20_000 }

    /// Returns the value of `bytes`, or nil if the dictionary has none.
    mutating func find(_ bytes: ArraySlice<UInt8>, in space: Int32 = 0) -> Value? {
        let key = Key(space: space, bytes: bytes)
        if let last, last.key == key { return last.value }
        guard let index = known.index(forKey: key) else { return nil }
        last = known[index]
        return last?.value
    }

    /// - Returns: `value`
    mutating func insert(_ value: Value, for bytes: ArraySlice<UInt8>, in space: Int32 = 0) -> Value {
        if known.count >= ByteDictionary.entriesMax { known.removeAll(keepingCapacity: true) }
        // A slice would keep the block of events.
        known[Key(space: space, bytes: Array(bytes)[...])] = value
        return value
    }
}
