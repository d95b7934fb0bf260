/// What texts stand for, found by their bytes, so that a text is decoded and checked once and not for every record.
///
/// Neighbouring records mostly share their texts, so the last one is compared first.
struct BytePlaces<Value> {
    private var last: [UInt8] = []
    private var lastValue: Value?
    private var known: [ArraySlice<UInt8>: Value] = [:]

    /// Texts kept; when there are more, all are forgotten. Bounds the memory that a strange file can take.
    private static var entriesMax: Int { 20_000 }

    /// The value of `bytes`; nil if it is not known.
    mutating func find(_ bytes: ArraySlice<UInt8>) -> Value? {
        if let lastValue, last.elementsEqual(bytes) { return lastValue }
        guard let value = known[bytes] else { return nil }
        remember(bytes, value)
        return value
    }

    /// - Returns: `value`
    mutating func insert(_ value: Value, for bytes: ArraySlice<UInt8>) -> Value {
        if known.count >= BytePlaces.entriesMax { known.removeAll(keepingCapacity: true) }
        known[ArraySlice(Array(bytes))] = value
        remember(bytes, value)
        return value
    }

    private mutating func remember(_ bytes: ArraySlice<UInt8>, _ value: Value) {
        last.removeAll(keepingCapacity: true)
        last.append(contentsOf: bytes)
        lastValue = value
    }
}
