/// A sample with a duration whose end the sweep has not reached yet.
struct OpenSample {
    var sample: StatisticsSample
    /// The reading of the source's win clock (`SourceMerge`) at the start of the part that is not
    /// credited yet.
    var winMark: Int64
}

/// A binary heap of the open samples, ordered by end. The earliest end is on top.
struct EndHeap {
    private(set) var elements: [OpenSample] = []

    var firstEnd: Int64? { elements.first?.sample.end }

    mutating func insert(_ element: OpenSample) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child].sample.end < elements[parent].sample.end else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the sample with the earliest end, if it ends at or before `time`.
    mutating func removeFirst(endingBy time: Int64) -> OpenSample? {
        guard let first = elements.first, first.sample.end <= time else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child].sample.end < elements[least].sample.end {
                least = child
            }
            guard least != parent else { return first }
            elements.swapAt(parent, least)
            parent = least
        }
    }

    /// Changes the win marks of all open samples. The marks do not affect the order of the heap.
    mutating func updateMarks(_ body: (inout OpenSample) -> Void) {
        for index in elements.indices { body(&elements[index]) }
    }
}
