import Postgres

/// The marks of samples that are copied into the store, which no statement could return: gathered while they are written.
struct SlotMarkRanges {
    /// In microseconds since 1970.
    private struct Range {
        var from: Int64
        var to: Int64
    }

    /// By the place of the type: in order, with gaps between them that are wider than `SlotMark.gapMicroseconds`.
    private var ranges: [[Range]] = []

    /// Notes a quantity sample.
    ///
    /// - Parameters:
    ///   - type: any small number for the type.
    ///   - start: in microseconds since 1970, as `end`.
    mutating func note(type: Int32, start: Int64, end: Int64) {
        let type = Int(type)
        while ranges.count <= type { ranges.append([]) }
        SlotMarkRanges.add(Range(from: start, to: max(end, start + 1)), to: &ranges[type])
    }

    private static func add(_ added: Range, to ranges: inout [Range]) {
        // Exports are mostly in order of time, so the place is looked for from the end.
        var end = ranges.endIndex
        while end > 0, ranges[end - 1].from - SlotMark.gapMicroseconds > added.to { end -= 1 }
        var first = end
        while first > 0, ranges[first - 1].to + SlotMark.gapMicroseconds >= added.from { first -= 1 }
        guard first < end else {
            ranges.insert(added, at: first)
            if ranges.count > SlotMark.marksMax { closeNarrowestGap(of: &ranges) }
            return
        }
        ranges[first].from = min(ranges[first].from, added.from)
        ranges[first].to = max(ranges[end - 1].to, added.to)
        if end - first > 1 { ranges.removeSubrange(first + 1..<end) }
    }

    private static func closeNarrowestGap(of ranges: inout [Range]) {
        func gap(before place: Int) -> Int64 { ranges[place].from - ranges[place - 1].to }
        guard let place = (1..<ranges.count).min(by: { gap(before: $0) < gap(before: $1) }) else { return }
        ranges[place - 1].to = ranges[place].to
        ranges.remove(at: place)
    }

    /// The marks as rows for `copy`, and forgets them; nil if there are none.
    ///
    /// - Parameter sampleTypeIDs: the numbers of types by place.
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

    /// Where the rows of `take` go.
    static let table = "health.slot_mark (person_id, sample_type_id, from_time, to_time)"
}
