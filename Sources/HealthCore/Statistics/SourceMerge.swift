/// Finds the winner at each instant: the source with the highest priority among those that have an
/// open sample.
///
/// A source's *win clock* runs while the source wins. The time credited to a sample is the advance
/// of its source's win clock while the sample was open. So the cost of each start, end and edge
/// does not depend on the number of open samples. A sample whose source won throughout is credited
/// exactly its whole value.
struct SourceMerge {
    private var openCounts: [Int]
    /// Bit r of word w is set if source 64 · w + r has an open sample. Even with thousands of
    /// sources, the next winner is found by reading a few words.
    private var openRanks: [UInt64]
    private var winClocks: [Int64]
    private(set) var winner: Int?

    init(sourceCount: Int) {
        openCounts = Array(repeating: 0, count: sourceCount)
        openRanks = Array(repeating: 0, count: (sourceCount + UInt64.bitWidth - 1) / UInt64.bitWidth)
        winClocks = Array(repeating: 0, count: sourceCount)
    }

    func winClock(of rank: Int) -> Int64 { winClocks[rank] }

    mutating func advance(by microseconds: Int64) {
        if let winner { winClocks[winner] += microseconds }
    }

    mutating func open(_ rank: Int) {
        openCounts[rank] += 1
        openRanks[rank / UInt64.bitWidth] |= 1 << UInt64(rank % UInt64.bitWidth)
        if winner.map({ rank < $0 }) ?? true { winner = rank }
    }

    mutating func close(_ rank: Int) {
        openCounts[rank] -= 1
        guard openCounts[rank] == 0 else { return }
        openRanks[rank / UInt64.bitWidth] &= ~(1 << UInt64(rank % UInt64.bitWidth))
        if rank == winner { winner = firstOpen(from: rank / UInt64.bitWidth) }
    }

    /// - Parameter word: the word to begin with. No source in an earlier word is open.
    private func firstOpen(from word: Int) -> Int? {
        openRanks[word...].firstIndex { $0 != 0 }.map { $0 * UInt64.bitWidth + openRanks[$0].trailingZeroBitCount }
    }
}
