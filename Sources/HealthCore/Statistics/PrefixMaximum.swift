/// A sequence of numbers that only grow, and the maximum of any of its prefixes: a Fenwick tree, so
/// that both operations take logarithmic time.
struct PrefixMaximum {
    /// Node n holds the maximum of the `n & -n` numbers that end with number n, counted from 1.
    private var nodes: [Int64]

    /// All numbers are `Int64.min`.
    init(count: Int) {
        nodes = Array(repeating: .min, count: count + 1)
    }

    /// Makes number `index`, counted from 0, at least `value`.
    mutating func raise(_ index: Int, to value: Int64) {
        var node = index + 1
        while node < nodes.count {
            nodes[node] = max(nodes[node], value)
            node += node & -node
        }
    }

    /// The greatest of the numbers before `index`; `Int64.min` for none.
    func maximum(before index: Int) -> Int64 {
        var node = index
        var maximum = Int64.min
        while node > 0 {
            maximum = max(maximum, nodes[node])
            node -= node & -node
        }
        return maximum
    }
}
