/// Finds what a source wrote once more, later and better.
///
/// Some apps write the night again each time they know more of it, with new uuids and without deleting what they wrote
/// before. Added up, the night counts several times; merged by time alone, an hour that the last writing took back
/// stays. HealthKit does not say which samples belong together, but it says when each was saved. So:
///
/// - Stage samples and in-bed samples are looked at apart, each source by itself.
/// - Samples with at most `separation` of nothing between them are *neighbours*, and so are their neighbours: mostly the
///   samples of one night. Nights that an app sends all at once stay apart.
/// - Neighbours whose creation times are known and at most `creationStep` apart, one from the next, are a *writing*.
/// - A writing *supersedes* one of its neighbours that was created earlier if its span, from the earliest start to the
///   latest end, contains the older span, and if it says no less: specific stages are not superseded by a writing without
///   any, nor sleep by a writing with nothing but awake. What is superseded is dropped whole.
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
            forEachNeighbourhood(of: group, samples) { neighbours in
                for place in superseded(neighbours, samples) { isDropped[place] = true }
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

    /// - Parameter places: of the samples of one group, in order of start.
    private static func forEachNeighbourhood(
        of places: [Int], _ samples: [SleepSample], _ body: (ArraySlice<Int>) -> Void
    ) {
        var first = 0
        var end = Instant.earliest
        for (number, place) in places.enumerated() {
            if number > first, samples[place].start.microseconds - end.microseconds > separation {
                body(places[first..<number])
                first = number
            }
            end = number == first ? samples[place].end : max(end, samples[place].end)
        }
        body(places[first...])
    }

    /// The places of the samples in superseded writings.
    private static func superseded(_ neighbours: ArraySlice<Int>, _ samples: [SleepSample]) -> [Int] {
        let writings = writings(neighbours, samples)
        guard writings.count > 1 else { return [] }
        // Whatever contains a span comes before it; of equal spans the newer comes first.
        let order = writings.indices.sorted { left, right in
            let (one, other) = (writings[left], writings[right])
            return (one.start, other.end, right) < (other.start, one.end, left)
        }
        var latestEnds = SleepValueDetail.allCases.map { _ in SuffixMaximum(count: writings.count) }
        var dropped: [Int] = []
        for index in order {
            let writing = writings[index]
            if latestEnds[writing.detail.rawValue].maximum(after: index) >= writing.end.microseconds {
                dropped += writing.places
            } else {
                // Whatever a dropped one supersedes is superseded by that which dropped it.
                for detail in 0...writing.detail.rawValue {
                    latestEnds[detail].raise(index, to: writing.end.microseconds)
                }
            }
        }
        return dropped
    }

    /// The writings of neighbours in order of creation.
    private static func writings(_ neighbours: ArraySlice<Int>, _ samples: [SleepSample]) -> [SleepWriting] {
        let known = neighbours.compactMap { place in samples[place].creation.map { (place: place, creation: $0) } }
            .sorted { $0.creation < $1.creation }
        var writings: [SleepWriting] = []
        var last: Instant?
        for (place, creation) in known {
            if let last, creation.microseconds - last.microseconds <= creationStep {
                writings[writings.count - 1].add(samples[place], at: place)
            } else {
                writings.append(SleepWriting(samples[place], at: place))
            }
            last = creation
        }
        return writings
    }
}

/// Neighbouring samples of a source that were saved together.
private struct SleepWriting {
    private(set) var places: [Int]
    private(set) var start: Instant
    private(set) var end: Instant
    private(set) var detail: SleepValueDetail

    init(_ sample: SleepSample, at place: Int) {
        places = [place]
        start = sample.start
        end = sample.end
        detail = SleepValueDetail(sample.value)
    }

    mutating func add(_ sample: SleepSample, at place: Int) {
        places.append(place)
        start = min(start, sample.start)
        end = max(end, sample.end)
        detail = max(detail, SleepValueDetail(sample.value))
    }
}

/// How much a writing says, at most.
private enum SleepValueDetail: Int, Comparable, CaseIterable {
    /// Awake, or in bed.
    case notAsleep
    case asleep
    case specific

    init(_ value: SleepValue) {
        self = value.isSpecific ? .specific : value.isAsleep ? .asleep : .notAsleep
    }

    static func < (left: SleepValueDetail, right: SleepValueDetail) -> Bool { left.rawValue < right.rawValue }
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
