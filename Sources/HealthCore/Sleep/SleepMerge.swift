/// Merges the stage samples of all sources into one sequence of segments.
enum SleepMerge {
    /// Returns the merged stages.
    ///
    /// At each instant, the stage of the highest-ranking open sample counts
    /// (`SleepSample.outranks`). So no instant counts twice, and a source with lower priority fills
    /// the gaps of sources with higher priority. Adjacent segments of the same stage and source are
    /// joined. The function makes one pass and takes n · log n steps for n samples.
    ///
    /// - Parameter samples: stage samples in order of start. Each has a positive length.
    /// - Returns: segments in order of start that do not overlap.
    static func segments(_ samples: [SleepSample]) -> [SleepSegment] {
        var segments: [SleepSegment] = []
        var open = RankHeap()
        var next = 0
        var time = samples.first?.start ?? .earliest
        while next < samples.count || open.first != nil {
            if open.first == nil { time = max(time, samples[next].start) }
            while next < samples.count, samples[next].start <= time {
                open.insert(samples[next])
                next += 1
            }
            while let first = open.first, first.end <= time { open.removeFirst() }
            guard let first = open.first else { continue }
            let end = next < samples.count ? min(first.end, samples[next].start) : first.end
            append(SleepSegment(start: time, end: end, value: first.value, sourceRank: first.sourceRank), to: &segments)
            time = end
        }
        return segments
    }

    private static func append(_ segment: SleepSegment, to segments: inout [SleepSegment]) {
        guard let last = segments.last, last.end == segment.start, last.value == segment.value,
            last.sourceRank == segment.sourceRank
        else { return segments.append(segment) }
        segments[segments.count - 1].end = segment.end
    }
}

/// A binary heap of the samples that have started. The highest-ranking sample is on top. A sample
/// that has ended is removed when it reaches the top.
private struct RankHeap {
    private var elements: [SleepSample] = []

    var first: SleepSample? { elements.first }

    mutating func insert(_ element: SleepSample) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child].outranks(elements[parent]) else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var parent = 0
        while true {
            var highest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child].outranks(elements[highest]) {
                highest = child
            }
            guard highest != parent else { return }
            elements.swapAt(parent, highest)
            parent = highest
        }
    }
}
