import HealthCore

/// The figures of a slot as they are stored. Sources are stored by id, because their ranks change.
public struct StoredFigures: Hashable, Sendable {
    /// The figures. Their `sources` are empty.
    public private(set) var figures: SlotFigures
    /// The ids of the sources whose samples contributed, ascending.
    public private(set) var sourceIDs: [Int32]

    /// - Parameter sourceIDs: the ids in any order.
    public init(_ figures: SlotFigures, sourceIDs: some Sequence<Int32>) {
        self.figures = figures
        self.figures.sources = SourceSet()
        self.sourceIDs = sourceIDs.sorted()
    }

    /// - Parameter idsByRank: the id of the source of each rank.
    /// - Throws: `StatisticsEngineError` if a rank of the figures has no id.
    public init(_ figures: SlotFigures, idsByRank: [Int32]) throws {
        self.init(
            figures,
            sourceIDs: try figures.sources.ranks.map { rank in
                guard rank < idsByRank.count else { throw StatisticsEngineError.unknownSource }
                return idsByRank[rank]
            })
    }

    /// Returns the ranks of the sources with the ids `sourceIDs`.
    ///
    /// - Throws: `StatisticsEngineError` if a source has no rank.
    static func set(of sourceIDs: [Int32], _ ranks: [Int32: Int]) throws -> SourceSet {
        var set = SourceSet()
        for id in sourceIDs {
            guard let rank = ranks[id] else { throw StatisticsEngineError.unknownSource }
            set.insert(rank)
        }
        return set
    }
}
