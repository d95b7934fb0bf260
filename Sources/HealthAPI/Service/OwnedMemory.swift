/// Remembers values by the number of their owner and a key, up to a limit for each owner and a
/// limit for all. Forgets the oldest values first, many at once.
///
/// The memory has two halves. Values are added to `recent`. When `recent` is full, it becomes
/// `earlier`, and the values of the previous `earlier` are forgotten. So the memory keeps at least
/// the newest values of one half, and at most twice as many.
struct OwnedMemory<Key: Hashable, Value> {
    /// The values of an owner in a half, and the sum of their costs.
    private struct Owned {
        var values: [Key: (value: Value, cost: Int)] = [:]
        var cost = 0
    }

    private typealias Half = [Int32: Owned]

    private let perOwnerMax: Int
    private let max: Int
    private var recent: Half = [:]
    /// The costs of all values that were added to `recent`, including those that moved to `earlier`
    /// because their owner had too many.
    private var recentCost = 0
    private var earlier: Half = [:]

    /// - Parameters:
    ///   - perOwnerMax: the largest cost of an owner's values in each half, 1 or more.
    ///   - max: the largest cost of all values in each half, 1 or more.
    init(perOwnerMax: Int, max: Int) {
        self.perOwnerMax = perOwnerMax
        self.max = max
    }

    subscript(_ owner: Int32, _ key: Key) -> Value? {
        (recent[owner]?.values[key] ?? earlier[owner]?.values[key])?.value
    }

    /// True if no value is remembered.
    var isEmpty: Bool { recent.isEmpty && earlier.isEmpty }

    /// The costs of all remembered values. Only tests read it.
    var cost: Int {
        [recent, earlier].reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.values.values.reduce(0) { $0 + $1.cost } } }
    }

    /// Remembers a value in place of an earlier one with the same key.
    ///
    /// - Parameter cost: 0 or more. A value that alone costs more than an owner's limit is not
    ///   remembered.
    mutating func remember(_ value: Value, cost: Int = 1, for owner: Int32, _ key: Key) {
        var owned = recent.removeValue(forKey: owner) ?? Owned()
        defer { recent[owner] = owned.values.isEmpty ? nil : owned }
        if let replaced = owned.values.removeValue(forKey: key) {
            owned.cost -= replaced.cost
            recentCost -= replaced.cost
        }
        earlier[owner]?.values[key] = nil
        guard cost <= perOwnerMax, cost <= max else { return }
        if recentCost + cost > max {
            if !owned.values.isEmpty { recent[owner] = owned }
            owned = Owned()
            age()
        } else if owned.cost + cost > perOwnerMax {
            earlier[owner] = owned
            owned = Owned()
        }
        owned.values[key] = (value, cost)
        owned.cost += cost
        recentCost += cost
    }

    /// Forgets the earlier half, and the recent half becomes the earlier one.
    mutating func age() {
        (earlier, recent, recentCost) = (recent, [:], 0)
    }
}
