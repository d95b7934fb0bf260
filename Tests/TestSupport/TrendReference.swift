import Foundation

/// The rules of trends and correlations of the article Trends, computed slowly from the figures of
/// days.
public struct TrendReference {
    /// By day since 1970.
    public var figures: [Int: Double]
    /// True if the figures are sums.
    public var areSums: Bool

    public init(_ figures: [Int: Double], areSums: Bool = false) { (self.figures, self.areSums) = (figures, areSums) }

    public static func quantile(_ values: [Double], _ fraction: Double) -> Double {
        let sorted = values.sorted()
        let position = fraction * Double(sorted.count - 1)
        let (low, high) = (sorted[Int(position.rounded(.down))], sorted[Int(position.rounded(.up))])
        return low + (position - position.rounded(.down)) * (high - low)
    }

    /// Returns the number of measured days, and the median of their figures.
    public func period(_ days: Range<Int>, least: Double) -> (count: Int, median: Double?) {
        let values = days.compactMap { figures[$0] }
        return (values.count, Double(values.count) >= least ? TrendReference.quantile(values, 0.5) : nil)
    }

    // MARK: Slope

    public struct Change: Equatable {
        public var direction: String
        public var since: Int?
        /// The slope, and the bounds of its confidence interval.
        public var slope: [Double]

        public init(direction: String, since: Int?, slope: [Double]) {
            (self.direction, self.since, self.slope) = (direction, since, slope)
        }
    }

    /// Returns nil if too few days before `end` are measured.
    public func change(before end: Int) -> Change? {
        guard let recent = period(end - 28..<end, least: 14).median,
            let usual = period(end - 118..<end - 28, least: 30).median
        else { return nil }
        let days = (end - 118..<end).filter { figures[$0] != nil }
        let values = days.compactMap { figures[$0] }
        var slopes: [Double] = []
        for early in days.indices {
            for late in days.indices where late > early {
                slopes.append((values[late] - values[early]) / Double(days[late] - days[early]))
            }
        }
        slopes.sort()
        let slope = TrendReference.quantile(slopes, 0.5)
        let split = TrendReference.split(values)
        let parts = [values[..<split], values[split...]].map { part in
            part.map { $0 - TrendReference.quantile(Array(part), 0.5) }
        }
        let rests = parts[0] + parts[1]
        let likeness = min(max(TrendReference.pearson(Array(rests.dropFirst()), Array(rests.dropLast())) ?? 0, 0), 0.9)
        let count = Double(days.count)
        let half =
            2.5758293035489004
            * (count * (count - 1) * (2 * count + 5) / 18 * (1 + likeness) / (1 - likeness)).squareRoot()
        let lowest = ((Double(slopes.count) - half) / 2).rounded(.down)
        let highest = ((Double(slopes.count) + half) / 2).rounded(.up) + 1
        let lower = slopes[Int(max(lowest, 1)) - 1]
        let upper = slopes[Int(min(highest, Double(slopes.count))) - 1]
        let ranks = TrendReference.ranks(values)
        let change = TrendReference.mean(ranks[split...]) - TrendReference.mean(ranks[..<split])
        let kendall = Double(slopes.count { $0 > 0 } - slopes.count { $0 < 0 })
        let isRising = kendall > half && recent > usual && change > 0
        let isFalling = kendall < -half && recent < usual && change < 0
        return Change(
            direction: isRising ? "rising" : isFalling ? "falling" : "steady",
            since: isRising || isFalling ? days[split] : nil, slope: [slope, lower, upper])
    }

    /// Returns the index of the first value after the split that leaves the least sum of squares of
    /// ranks.
    private static func split(_ values: [Double]) -> Int {
        let ranks = ranks(values)
        func squares(_ part: ArraySlice<Double>) -> Double {
            part.reduce(0) { $0 + ($1 - mean(part)) * ($1 - mean(part)) }
        }
        let sums = (0...values.count).map { squares(ranks[..<$0]) + squares(ranks[$0...]) }
        return (7...values.count - 7).min { sums[$0] + 1e-6 < sums[$1] } ?? 0
    }

    private static func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(part.count) }

    // MARK: Unusual days

    public struct Comparison {
        public var usual: Double
        public var lower: Double
        public var upper: Double
    }

    /// Compares a day with those before it. Nil without enough of them.
    public func comparison(of day: Int) -> Comparison? {
        func level(_ day: Int) -> Double? {
            figures[day].flatMap { areSums ? $0 > 0 ? log($0) : nil : $0 }
        }
        /// The median of the weekday in the 91 days before.
        func usual(_ day: Int) -> Double? {
            guard level(day) != nil else { return nil }
            let same = (1...13).compactMap { level(day - 7 * $0) }
            return same.count < 4 ? nil : TrendReference.quantile(same, 0.5)
        }
        guard let center = usual(day) else { return nil }
        let rests = (day - 91..<day).compactMap { before in usual(before).map { (level(before) ?? .nan) - $0 } }
        guard rests.count >= 30 else { return nil }
        let (first, median, third) = (
            TrendReference.quantile(rests, 0.25), TrendReference.quantile(rests, 0.5),
            TrendReference.quantile(rests, 0.75)
        )
        guard first < third else { return nil }
        var lower = median - 3.5 * 1.4826 * max(median - first, (third - first) / 4)
        var upper = median + 3.5 * 1.4826 * max(third - median, (third - first) / 4)
        if rests.count(where: { $0 < lower }) > 4 { lower = rests.min() ?? lower }
        if rests.count(where: { $0 > upper }) > 4 { upper = rests.max() ?? upper }
        func shown(_ level: Double) -> Double { areSums ? exp(level) : level }
        return Comparison(
            usual: shown(center + median), lower: shown(center + lower), upper: shown(center + upper))
    }

    public struct Compared {
        public var day: Int
        public var expected: Comparison
        public var isUnusual: Bool
    }

    /// Compares each measured day that has a range.
    public func compared(_ days: Range<Int>) -> [Compared] {
        days.compactMap { day in
            guard let figure = figures[day], let expected = comparison(of: day) else { return nil }
            return Compared(
                day: day, expected: expected, isUnusual: figure < expected.lower || figure > expected.upper)
        }
    }

    // MARK: Correlation

    /// Returns the correlation of this with the figures of `other` on the day `lag` days later, and
    /// the bounds of its confidence interval.
    public func correlation(
        with other: TrendReference, lag: Int, _ days: Range<Int>
    ) -> (count: Int, figures: [Double]?) {
        let paired = days.filter {
            figures[$0] != nil && days.contains($0 + lag) && other.figures[$0 + lag] != nil
        }
        let x = TrendReference.ranks(paired.map { figures[$0] ?? .nan })
        let y = TrendReference.ranks(paired.map { other.figures[$0 + lag] ?? .nan })
        guard paired.count >= 30, let found = TrendReference.pearson(x, y) else { return (paired.count, nil) }
        func likeness(_ ranks: [Double]) -> Double {
            TrendReference.pearson(Array(ranks.dropFirst()), Array(ranks.dropLast())) ?? 0
        }
        let both = min(max(likeness(x) * likeness(y), 0), 0.9)
        let effective = Double(paired.count) * (1 - both) / (1 + both)
        let error = 1.9599639845400545 * ((1 + found * found / 2) / max(effective - 3, 1)).squareRoot()
        return (paired.count, [found, tanh(atanh(found) - error), tanh(atanh(found) + error)])
    }

    /// Returns the rank of each value; equal values share the mean of their ranks.
    private static func ranks(_ values: [Double]) -> [Double] {
        values.map { value in
            Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
        }
    }

    /// Returns nil if a list is constant.
    private static func pearson(_ x: [Double], _ y: [Double]) -> Double? {
        guard Set(x).count > 1, Set(y).count > 1 else { return nil }
        let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
        var (xy, xx, yy) = (0.0, 0.0, 0.0)
        for (x, y) in zip(x, y) {
            xy += (x - meanX) * (y - meanY)
            xx += (x - meanX) * (x - meanX)
            yy += (y - meanY) * (y - meanY)
        }
        return xy / (xx * yy).squareRoot()
    }
}

extension SeededGenerator {
    /// A normal random number with the mean 0 and the standard deviation 1.
    public mutating func normal() -> Double {
        let uniform = Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self)
        return (-2 * log(uniform)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
