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
        var open = Heap<RankedSample>()
        var next = 0
        var time = samples.first?.start ?? .earliest
        while next < samples.count || open.first != nil {
            if open.first == nil { time = max(time, samples[next].start) }
            while next < samples.count, samples[next].start <= time {
                open.insert(RankedSample(sample: samples[next]))
                next += 1
            }
            while let first = open.first, first.sample.end <= time { open.removeFirst() }
            guard let first = open.first?.sample else { continue }
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

/// A sample that has started. The highest-ranking one is first. One that has ended is removed when
/// it becomes the first.
private struct RankedSample: HeapElement {
    var sample: SleepSample

    func precedes(_ other: RankedSample) -> Bool { sample.outranks(other.sample) }
}
