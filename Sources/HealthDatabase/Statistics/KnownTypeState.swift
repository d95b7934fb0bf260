/// What a reader has found out about a person's type. A reader of the same version of the figures
/// need not find it out again.
public struct KnownTypeState: Sendable {
    let version: FiguresVersion
    let state: TypeState
    /// False if the last question for days needed more than stored days, because they were stale or
    /// begin at other times. The next question will probably need more, too.
    var isFromDays = true

    /// Roughly the bytes that the value takes in memory.
    public var byteCount: Int {
        let sources = state.sources.reduce(0) { $0 + $1.name.utf8.count + ($1.bundleIdentifier?.utf8.count ?? 0) }
        return sources + (state.sources.count + 1) * KnownTypeState.sourceBytes + state.ranks.count
            * MemoryLayout<Int>.stride
    }

    /// The bytes of a source without its texts, and of the rest of a value.
    private static let sourceBytes = 128
}

/// Remembers what readers have found out about types.
public protocol TypeMemory: Sendable {
    /// Returns what was remembered last, which may belong to an earlier version of the figures.
    func type(_ sampleTypeID: Int32, of person: Person) -> KnownTypeState?
    /// Remembers `type` in place of an earlier value.
    func remember(_ type: KnownTypeState, _ sampleTypeID: Int32, of person: Person)
}
