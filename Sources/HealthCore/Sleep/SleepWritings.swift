/// Finds the samples that their source replaced when it wrote the same sleep again.
///
/// Some apps write the night again each time they know more of it, with new uuids, and do not delete the earlier samples.
/// Added up, the night counts several times; merged by time alone, an hour that the last writing no longer has stays.
/// HealthKit does not say which samples belong together, but it says when each was saved. So:
///
/// - Stage samples and in-bed samples are looked at apart, each source by itself.
/// - Samples with at most `separation` of nothing between them are *neighbours*, and so are their neighbours.
/// - Neighbours whose creation times are known and at most `creationStep` apart, one from the next, are a *writing*.
/// - A writing speaks for *stretches*: from one of its samples to the next where at most `separation` of nothing is between
///   them. It says nothing about longer pauses.
/// - A sample is *superseded* if it lies wholly inside a stretch of a later writing that says no less than its own stretch:
///   specific stages are not superseded by a stretch without any, nor sleep by a stretch with nothing but awake.
///
/// So each sample of a rewriting replaces the earlier ones near it, the first and the last sample as well as any other,
/// whatever the source wrote in other nights. A sample that reaches out of the stretch stays whole; where both have a stage,
/// the later one counts (`SleepSample.outranks`).
///
/// A sample of unknown creation belongs to no writing; it supersedes nothing and stays.
enum SleepWritings {
    /// Samples saved no further apart than this, one from the next, were saved together: 60 seconds.
    static let creationStep: Int64 = 60 * Instant.microsecondsPerSecond
    /// Samples of a source with more than this between them have nothing to do with each other: 3 hours.
    static let separation: Int64 = 3 * 3_600 * Instant.microsecondsPerSecond

    /// The samples that no writing supersedes, in their order.
    ///
    /// - Parameter samples: in order of start; no points.
    static func standing(_ samples: [SleepSample]) -> [SleepSample] {
        var isDropped = Array(repeating: false, count: samples.count)
        let groups = Dictionary(grouping: samples.indices) { Group(samples[$0]) }
        for group in groups.values {
            forEachRun(of: group[...], samples) { neighbours in
                for index in superseded(neighbours, samples) { isDropped[index] = true }
            }
        }
        return zip(samples, isDropped).filter { !$0.1 }.map(\.0)
    }

    private struct Group: Hashable {
        var sourceRank: Int32
        var isStage: Bool

        init(_ sample: SleepSample) {
            sourceRank = sample.sourceRank
            isStage = sample.value.isStage
        }
    }

    /// Hands out the runs of samples with at most `separation` of nothing between them.
    ///
    /// - Parameter indices: of samples, in order of start.
    private static func forEachRun(
        of indices: ArraySlice<Int>, _ samples: [SleepSample], _ body: (ArraySlice<Int>) -> Void
    ) {
        var first = indices.startIndex
        var end = Instant.earliest
        for position in indices.indices {
            let sample = samples[indices[position]]
            if position > first, sample.start.microseconds - end.microseconds > separation {
                body(indices[first..<position])
                first = position
            }
            end = position == first ? sample.end : max(end, sample.end)
        }
        if first < indices.endIndex { body(indices[first...]) }
    }

    /// The indices of the superseded ones of neighbours.
    private static func superseded(_ neighbours: ArraySlice<Int>, _ samples: [SleepSample]) -> [Int] {
        let writings = writings(neighbours, samples)
        guard writings.count > 1 else { return [] }
        var stretches: [Stretch] = []
        for (number, writing) in writings.enumerated() {
            forEachRun(of: writing[...], samples) { stretches.append(Stretch($0, samples, writing: number)) }
        }
        stretches.sort { $0.start < $1.start }
        var written = stretches.flatMap { stretch in
            stretch.indices.map { (index: $0, writing: stretch.writing, detail: stretch.detail) }
        }
        // Their indices have the order of their starts.
        written.sort { $0.index < $1.index }
        // Of the stretches that begin no later than the sample, by what they say at least: their latest ends.
        var latestEnds = SleepDetail.allCases.map { _ in SuffixMaximum(count: writings.count) }
        var next = 0
        return written.compactMap { index, writing, detail in
            while next < stretches.count, stretches[next].start <= samples[index].start {
                let stretch = stretches[next]
                for detail in 0...stretch.detail.rawValue {
                    latestEnds[detail].raise(stretch.writing, to: stretch.end.microseconds)
                }
                next += 1
            }
            let end = latestEnds[detail.rawValue].maximum(after: writing)
            return end >= samples[index].end.microseconds ? index : nil
        }
    }

    /// The writings of neighbours in order of creation: the indices of their samples in order of start.
    private static func writings(_ neighbours: ArraySlice<Int>, _ samples: [SleepSample]) -> [[Int]] {
        let known = neighbours.compactMap { index in samples[index].creation.map { (index: index, creation: $0) } }
            .sorted { $0.creation < $1.creation }
        var writings: [[Int]] = []
        var last: Instant?
        for (index, creation) in known {
            if let last, creation.microseconds - last.microseconds <= creationStep {
                writings[writings.count - 1].append(index)
            } else {
                writings.append([index])
            }
            last = creation
        }
        return writings.count > 1 ? writings.map { $0.sorted() } : writings
    }

    /// Samples of a writing without a long pause.
    private struct Stretch {
        let indices: ArraySlice<Int>
        /// Ordinal of its writing, in order of creation.
        let writing: Int
        private(set) var start: Instant
        private(set) var end: Instant
        private(set) var detail: SleepDetail

        /// - Parameter indices: at least one.
        init(_ indices: ArraySlice<Int>, _ samples: [SleepSample], writing: Int) {
            self.indices = indices
            self.writing = writing
            (start, end, detail) = (.latest, .earliest, .notAsleep)
            for index in indices {
                start = min(start, samples[index].start)
                end = max(end, samples[index].end)
                detail = max(detail, SleepDetail(samples[index].value))
            }
        }
    }
}

/// How much a stretch says, at most.
private enum SleepDetail: Int, Comparable, CaseIterable {
    /// Awake, or in bed.
    case notAsleep
    case asleep
    case specific

    init(_ value: SleepValue) {
        self = value.isSpecific ? .specific : value.isAsleep ? .asleep : .notAsleep
    }

    static func < (left: SleepDetail, right: SleepDetail) -> Bool { left.rawValue < right.rawValue }
}

/// The greatest of the numbers behind a place, where numbers only grow: a Fenwick tree from behind.
private struct SuffixMaximum {
    private var tree: [Int64]

    init(count: Int) {
        tree = Array(repeating: .min, count: count + 1)
    }

    mutating func raise(_ index: Int, to number: Int64) {
        var node = tree.count - 1 - index
        while node < tree.count {
            tree[node] = max(tree[node], number)
            node += node & -node
        }
    }

    /// `Int64.min` where there is none.
    func maximum(after index: Int) -> Int64 {
        var node = tree.count - 2 - index
        var greatest = Int64.min
        while node > 0 {
            greatest = max(greatest, tree[node])
            node -= node & -node
        }
        return greatest
    }
}
