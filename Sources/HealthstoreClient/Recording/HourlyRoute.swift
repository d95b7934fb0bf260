import Foundation

/// Divides the route of a recording into a route for each hour.
///
/// The service stores a whole route again with each piece of it. With routes of an hour, the cost
/// of a piece does not grow with the length of the workout.
///
/// The hour of a location follows only from its time. So a piece that is sent again, late or after
/// a restart of the app belongs to the same routes.
struct HourlyRoute {
    /// The uuid of the first hour's route.
    let uuid: UUID
    /// The start of the workout. Nil if the recording has not begun; the route then has one hour.
    let start: Date?

    /// Returns the locations of each hour, in order of time, with the uuid of the hour's route.
    func pieces(_ locations: [RouteLocation]) -> [(route: UUID, locations: [RouteLocation])] {
        Dictionary(grouping: locations) { hour(of: $0.timestamp) }
            .sorted { $0.key < $1.key }
            .map { (uuid(ofHour: $0.key), $0.value) }
    }

    /// Returns the hour of the workout, from 0. Locations before the start belong to the first
    /// hour, because a receiver may return a location that it has kept.
    private func hour(of time: Date) -> Int64 {
        guard let start else { return 0 }
        let hours = (time.timeIntervalSince(start) / WorkoutRecorder.routeSecondsMax).rounded(.down)
        return max(0, Int64(exactly: hours) ?? 0)
    }

    /// Returns a version 8 UUID that is made from the route and the hour with SHA-256
    /// ([RFC 9562, appendix B.2](https://www.rfc-editor.org/rfc/rfc9562#appendix-B.2)).
    private func uuid(ofHour hour: Int64) -> UUID {
        guard hour > 0 else { return uuid }
        var hash = Digest.sha256(Array("\(uuid.uuidString.lowercased()) \(hour)".utf8))
        hash[6] = hash[6] & 0x0f | 0x80
        hash[8] = hash[8] & 0x3f | 0x80
        return UUID(
            uuid: (
                hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7], hash[8], hash[9], hash[10],
                hash[11], hash[12], hash[13], hash[14], hash[15]
            ))
    }
}
