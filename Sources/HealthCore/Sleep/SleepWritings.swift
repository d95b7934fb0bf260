/// Finds the samples that their source replaced when it wrote the same sleep again.
///
/// Some apps write the night again each time they have more data of it. They use new uuids and do
/// not delete the earlier samples. A sum would count the night several times. A merge by time alone
/// would keep an hour that the last writing no longer contains. HealthKit does not tell which
/// samples belong together, but it tells when each sample was saved. Therefore these rules apply:
///
/// - Stage samples and in-bed samples are examined separately, and each source by itself.
/// - Two samples with a pause of at most `separation` between them are *neighbours*. Neighbours of
///   neighbours are neighbours too.
/// - A *writing* is a group of neighbours with known creation times. In order of creation, each was
///   saved at most `creationStep` after the one before.
/// - A *stretch* of a writing is a run of its samples with pauses of at most `separation`. Longer
///   pauses separate stretches.
/// - A sample is *superseded* if it lies inside a stretch of a later writing that is at least as
///   detailed as the sample's own stretch. A stretch without specific stages does not supersede
///   specific stages, and a stretch that is only awake does not supersede sleep.
///
/// So a later writing replaces the earlier samples inside its stretches, and samples of other
/// nights do not matter. A sample that extends beyond the stretch stays whole. At instants where
/// this sample and one of a later writing both have a stage, the later one counts. Of two samples
/// of one writing, the finer stage counts (`SleepSample.outranks`).
///
/// A sample without a creation time belongs to no writing. It supersedes nothing and is never
/// superseded.
enum SleepWritings {
    /// The longest time between the creations of two consecutive samples of a writing: 60 seconds,
    /// in microseconds.
    static let creationStep: Int64 = 60 * Instant.microsecondsPerSecond
    /// The longest pause between neighbours: 3 hours, in microseconds.
    static let separation: Int64 = 3 * 3_600 * Instant.microsecondsPerSecond

    /// Returns the samples that no writing supersedes, with the numbers of their writings. Their
    /// order is unchanged.
    ///
    /// - Parameter samples: in order of start. Each has a positive length.
    static func standing(_ samples: [SleepSample]) -> [SleepSample] {
        var samples = samples
        var isDropped = Array(repeating: false, count: samples.count)
        let groups = Dictionary(grouping: samples.indices) { Group(samples[$0]) }
        for group in groups.values {
            forEachRun(of: group[...], samples) { neighbours in
                let writings = writings(neighbours, samples)
                for (number, writing) in writings.enumerated() {
                    for index in writing { samples[index].writing = number + 1 }
                }
                for index in superseded(writings, samples) { isDropped[index] = true }
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

    /// Calls `body` with each run of samples whose pauses are at most `separation`.
    ///
    /// - Parameter indices: indices of samples, in order of start.
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

    /// Returns the indices of the superseded samples among the writings of neighbours.
    private static func superseded(_ writings: [[Int]], _ samples: [SleepSample]) -> [Int] {
        guard writings.count > 1 else { return [] }
        var stretches: [Stretch] = []
        for (number, writing) in writings.enumerated() {
            forEachRun(of: writing[...], samples) { stretches.append(Stretch($0, samples, writing: number)) }
        }
        stretches.sort { $0.start < $1.start }
        var written = stretches.flatMap { stretch in
            stretch.indices.map { (index: $0, writing: stretch.writing, detail: stretch.detail) }
        }
        // The samples are in order of start, so their indices increase with their starts.
        written.sort { $0.index < $1.index }
        // For each level of detail and each writing, the latest end of some stretches. These are
        // the stretches that begin no later than the current sample and have at least that detail.
        // Later writings have lower indices, so those after a writing are a prefix.
        var latestEnds = SleepDetail.allCases.map { _ in PrefixMaximum(count: writings.count) }
        var next = 0
        return written.compactMap { index, writing, detail in
            while next < stretches.count, stretches[next].start <= samples[index].start {
                let stretch = stretches[next]
                for detail in 0...stretch.detail.rawValue {
                    latestEnds[detail].raise(writings.count - 1 - stretch.writing, to: stretch.end.microseconds)
                }
                next += 1
            }
            let end = latestEnds[detail.rawValue].maximum(before: writings.count - 1 - writing)
            return end >= samples[index].end.microseconds ? index : nil
        }
    }

    /// Returns the writings of neighbours in order of creation, each as the indices of its samples
    /// in order of start.
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

    /// A run of samples of one writing without a long pause.
    private struct Stretch {
        let indices: ArraySlice<Int>
        /// The index of the stretch's writing, in order of creation.
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

/// The level of detail of a stretch. The most detailed record of the stretch determines it.
private enum SleepDetail: Int, Comparable, CaseIterable {
    /// Awake or in bed.
    case notAsleep
    case asleep
    case specific

    init(_ value: SleepValue) {
        self = value.isSpecific ? .specific : value.isAsleep ? .asleep : .notAsleep
    }

    static func < (left: SleepDetail, right: SleepDetail) -> Bool { left.rawValue < right.rawValue }
}
