/// Remembers values by the number of their owner and a key, up to a limit for each owner and a
/// limit for all. Forgets the oldest values first, many at once.
///
/// The memory has two halves. Values are added to `recent`. When `recent` is full, it becomes
/// `earlier`, and the values of the previous `earlier` are forgotten. So the memory keeps at least
/// the newest values of one half, and at most twice as many.
struct OwnedMemory<Key: Hashable, Value> {
    private typealias Half = [Int32: [Key: Value]]

    private let perOwnerMax: Int
    private let max: Int
    private var recent: Half = [:]
    /// The number of values that were added to `recent`, including those that moved to `earlier`
    /// because their owner had too many.
    private var recentCount = 0
    private var earlier: Half = [:]

    /// - Parameters:
    ///   - perOwnerMax: most values of an owner in each half, 1 or more.
    ///   - max: most values in each half, 1 or more.
    init(perOwnerMax: Int, max: Int) {
        self.perOwnerMax = perOwnerMax
        self.max = max
    }

    subscript(_ owner: Int32, _ key: Key) -> Value? { recent[owner]?[key] ?? earlier[owner]?[key] }

    /// The number of remembered values. Only tests read it.
    var count: Int { [recent, earlier].reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } } }

    mutating func remember(_ value: Value, for owner: Int32, _ key: Key) {
        var values = recent[owner] ?? [:]
        if values[key] == nil {
            if values.count >= perOwnerMax {
                earlier[owner] = values
                values = [:]
            }
            if recentCount >= max {
                earlier = recent
                recent = [:]
                recentCount = 0
                values = [:]
            }
            recentCount += 1
        }
        values[key] = value
        recent[owner] = values
    }
}
