/// Who wins: at each instant the highest source that has an open sample.
///
/// A source's *win clock* runs while it wins. A sample's credited time is what its source's
/// clock advanced while the sample was open, so each start, end and edge costs the same however
/// many samples are open, and a sample that won throughout is credited its value exactly.
struct SourceMerge {
    private var openCounts: [Int]
    private var winClocks: [Int64]
    private(set) var winner: Int?

    init(sourceCount: Int) {
        openCounts = Array(repeating: 0, count: sourceCount)
        winClocks = Array(repeating: 0, count: sourceCount)
    }

    func winClock(of rank: Int) -> Int64 { winClocks[rank] }

    mutating func advance(by microseconds: Int64) {
        if let winner { winClocks[winner] += microseconds }
    }

    mutating func open(_ rank: Int) {
        openCounts[rank] += 1
        if winner.map({ rank < $0 }) ?? true { winner = rank }
    }

    mutating func close(_ rank: Int) {
        openCounts[rank] -= 1
        if rank == winner, openCounts[rank] == 0 { winner = openCounts.firstIndex { $0 > 0 } }
    }

    /// True if a source above `rank` has an open sample.
    func isOverruled(_ rank: Int) -> Bool {
        winner.map { $0 < rank } ?? false
    }
}
