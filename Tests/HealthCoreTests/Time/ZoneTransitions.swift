import Foundation
import Testing

/// A zone and the seconds since 2000 at which its clock jumped.
struct ZoneTransitions: Sendable, CustomTestStringConvertible {
    var identifier: String
    var zone: TimeZone
    var seconds: [Int64]

    var testDescription: String { identifier }

    /// Every zone of the IANA database whose clock jumped since 2000.
    static let all: [ZoneTransitions] = TimeZone.knownTimeZoneIdentifiers.sorted().compactMap { identifier in
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        let seconds = transitions(of: zone)
        return seconds.isEmpty ? nil : ZoneTransitions(identifier: identifier, zone: zone, seconds: seconds)
    }

    /// Steps of six days are shorter than the time between any two jumps that cancel each other.
    private static func transitions(of zone: TimeZone) -> [Int64] {
        let step = 6 * 86_400
        var found: [Int64] = []
        for start in stride(from: Int64(946_684_800), to: 1_830_000_000, by: step)
        where offset(zone, start) != offset(zone, start + Int64(step)) {
            var (before, after) = (start, start + Int64(step))
            while after - before > 1 {
                let middle = (before + after) / 2
                if offset(zone, middle) == offset(zone, before) { before = middle } else { after = middle }
            }
            found.append(after)
        }
        return found
    }

    private static func offset(_ zone: TimeZone, _ second: Int64) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
    }

    /// Some of the jumps, the same in each run.
    func some(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Int64] {
        seconds.count <= count ? seconds : Array(seconds.shuffled(using: &generator).prefix(count))
    }
}
