/// A sequence of numbers that only grow, and the maximum of each of its prefixes. It is a Fenwick
/// tree, so raising a number and reading a maximum take logarithmic time.
struct PrefixMaximum {
    /// Node n holds the maximum of the `n & -n` numbers up to number n, counted from 1.
    private var nodes: [Int64]

    /// Creates `count` numbers, each `Int64.min`.
    init(count: Int) {
        nodes = Array(repeating: .min, count: count + 1)
    }

    /// Raises the number at `index`, counted from 0, to at least `value`.
    mutating func raise(_ index: Int, to value: Int64) {
        var node = index + 1
        while node < nodes.count {
            nodes[node] = max(nodes[node], value)
            node += node & -node
        }
    }

    /// Returns the greatest of the numbers before `index`; `Int64.min` if there are none.
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
