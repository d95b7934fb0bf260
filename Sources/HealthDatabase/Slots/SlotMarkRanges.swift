import Postgres

/// Collects the marks of samples that are written with COPY, which returns no rows.
struct SlotMarkRanges {
    /// A span of time, in microseconds since 1970.
    private struct Range {
        var from: Int64
        var to: Int64
    }

    /// The ranges of each type, by the index of the type. They are in order, and the gaps between
    /// them are wider than `SlotMarkTable.gapMicroseconds`.
    private var ranges: [[Range]] = []

    /// Adds the span of a quantity sample.
    ///
    /// - Parameters:
    ///   - type: the caller's index of the type, a small number.
    ///   - start: the sample's start, in microseconds since 1970.
    ///   - end: the sample's end, in microseconds since 1970.
    mutating func note(type: Int32, start: Int64, end: Int64) {
        let type = Int(type)
        while ranges.count <= type { ranges.append([]) }
        SlotMarkRanges.add(Range(from: start, to: max(end, start + 1)), to: &ranges[type])
    }

    private static func add(_ added: Range, to ranges: inout [Range]) {
        // Exports are mostly in order of time, so the search begins at the end.
        var end = ranges.endIndex
        while end > 0, ranges[end - 1].from - SlotMarkTable.gapMicroseconds > added.to { end -= 1 }
        var first = end
        while first > 0, ranges[first - 1].to + SlotMarkTable.gapMicroseconds >= added.from { first -= 1 }
        guard first < end else {
            ranges.insert(added, at: first)
            if ranges.count > SlotMarkTable.marksMax { closeNarrowestGap(of: &ranges) }
            return
        }
        ranges[first].from = min(ranges[first].from, added.from)
        ranges[first].to = max(ranges[end - 1].to, added.to)
        if end - first > 1 { ranges.removeSubrange(first + 1..<end) }
    }

    private static func closeNarrowestGap(of ranges: inout [Range]) {
        func gap(before index: Int) -> Int64 { ranges[index].from - ranges[index - 1].to }
        guard let index = (1..<ranges.count).min(by: { gap(before: $0) < gap(before: $1) }) else { return }
        ranges[index - 1].to = ranges[index].to
        ranges.remove(at: index)
    }

    /// Removes all marks and returns them as rows for COPY into `SlotMarkTable.target`. Returns nil
    /// if there are none.
    ///
    /// - Parameter sampleTypeIDs: the ids of the types, by the index of the type.
    mutating func take(of person: Person, sampleTypeIDs: [Int32]) -> BinaryCopyWriter? {
        defer { ranges = [] }
        guard ranges.contains(where: { !$0.isEmpty }) else { return nil }
        var rows = BinaryCopyWriter()
        for (type, ranges) in ranges.enumerated() {
            for range in ranges {
                rows.beginRow(4)
                rows.int32(person.id)
                rows.int32(sampleTypeIDs[type])
                rows.timestamptz(range.from)
                rows.timestamptz(range.to)
            }
        }
        return rows
    }
}
