/// The figures of a piece of time.
public struct FigurePiece: Hashable, Sendable {
    /// Microseconds since 1970.
    public var start: Int64
    public var figures: AdditiveFigures

    public init(start: Int64, figures: AdditiveFigures) {
        self.start = start
        self.figures = figures
    }

    /// Merges lists of pieces that are in order of time into one such list.
    public static func merge(_ one: [FigurePiece], _ other: [FigurePiece]) -> [FigurePiece] {
        guard !one.isEmpty else { return other }
        guard !other.isEmpty else { return one }
        var merged: [FigurePiece] = []
        merged.reserveCapacity(one.count + other.count)
        var index = 0
        for piece in one {
            while index < other.count, other[index].start < piece.start {
                merged.append(other[index])
                index += 1
            }
            merged.append(piece)
        }
        return merged + other[index...]
    }
}

/// Adds figures of pieces of time up to the figures of longer spans.
public enum FigureFold {
    /// Returns the figures of each span that has any, with the index of the span.
    ///
    /// - Parameters:
    ///   - pieces: in order of time. A piece that starts in a span lies in it. Pieces that start in
    ///     no span are left out.
    ///   - spans: in order of time, without overlaps, in microseconds since 1970.
    public static func fold(
        _ pieces: some Sequence<FigurePiece>, into spans: [Range<Int64>], _ style: AggregationStyle
    ) -> [StatisticsEngine.IndexedFigures] {
        var folded: [StatisticsEngine.IndexedFigures] = []
        var index = 0
        for piece in pieces {
            if index < spans.count, spans[index].upperBound <= piece.start {
                index = first(endingAfter: piece.start, from: index, spans)
            }
            guard index < spans.count else { break }
            guard spans[index].lowerBound <= piece.start, !piece.figures.isEmpty else { continue }
            if folded.last?.bucket == index {
                folded[folded.count - 1].figures.append(piece.figures, style)
            } else {
                folded.append((index, piece.figures))
            }
        }
        return folded
    }

    /// Returns the index of the first span that ends after `time`. All spans before `index` end
    /// earlier.
    private static func first(endingAfter time: Int64, from index: Int, _ spans: [Range<Int64>]) -> Int {
        // Most often it is the next span.
        let next = index + 1
        guard next < spans.count, spans[next].upperBound <= time else { return next }
        return spans[next...].partitionPoint { $0.upperBound <= time }
    }
}
