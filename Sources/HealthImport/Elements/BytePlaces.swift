/// What texts stand for, found by their bytes, so that a text is decoded and checked once and not for every record.
///
/// A text can stand for different things in different spaces, which the user of this numbers: the value of a category
/// depends on the type. Neighbouring records mostly share their texts, so the last few are compared before anything is hashed.
struct BytePlaces<Value> {
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

    /// Texts kept; when there are more, all are forgotten. Bounds the memory that a strange file can take.
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
        if known.count >= BytePlaces.entriesMax { known.removeAll(keepingCapacity: true) }
        known[Key(space: space, bytes: ArraySlice(Array(bytes)))] = value
        remember(bytes, space, value)
        return value
    }

    private mutating func remember(_ bytes: ArraySlice<UInt8>, _ space: Int32, _ value: Value) {
        let entry = Recent(space: space, bytes: Array(bytes), value: value)
        guard recent.count == BytePlaces.recentMax else { return recent.append(entry) }
        recent[oldest] = entry
        oldest = (oldest + 1) % BytePlaces.recentMax
    }
}
