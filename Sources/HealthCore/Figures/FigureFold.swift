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
public struct FigureFold {
    /// The figures of each span that has any, with the index of the span, in order.
    public private(set) var folded: [StatisticsEngine.IndexedFigures] = []
    private let spans: [Range<Int64>]
    private let style: AggregationStyle
    private var index = 0

    /// - Parameter spans: in order of time, without overlaps, in microseconds since 1970.
    public init(_ spans: [Range<Int64>], _ style: AggregationStyle) {
        self.spans = spans
        self.style = style
        folded.reserveCapacity(spans.count)
    }

    /// Adds the next piece in order of time. A piece that starts in a span lies in it. A piece that
    /// starts in no span is left out.
    public mutating func add(_ piece: FigurePiece) {
        if index < spans.count, spans[index].upperBound <= piece.start { moveOn(to: piece.start) }
        guard index < spans.count, spans[index].lowerBound <= piece.start, !piece.figures.isEmpty else { return }
        if folded.last?.bucket == index {
            folded[folded.count - 1].figures.append(piece.figures, style)
        } else {
            folded.append((index, piece.figures))
        }
    }

    /// Returns the figures of each span that has any, with the index of the span.
    ///
    /// - Parameters:
    ///   - pieces: in order of time.
    ///   - spans: as in `init`.
    public static func fold(
        _ pieces: some Sequence<FigurePiece>, into spans: [Range<Int64>], _ style: AggregationStyle
    ) -> [StatisticsEngine.IndexedFigures] {
        var fold = FigureFold(spans, style)
        for piece in pieces { fold.add(piece) }
        return fold.folded
    }

    /// Moves to the first span that ends after `time`.
    private mutating func moveOn(to time: Int64) {
        // Most often it is the next span.
        index += 1
        guard index < spans.count, spans[index].upperBound <= time else { return }
        index = spans[index...].partitionPoint { $0.upperBound <= time }
    }
}
