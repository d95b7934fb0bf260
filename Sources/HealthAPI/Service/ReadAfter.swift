import HTTPServer
import HealthDatabase
import Postgres

/// The header field `Read-After`. The answer then contains every change up to a position of the
/// person's feed. A client sends it to a service on a standby, after it has written to the primary.
enum ReadAfter {
    static let header = "Read-After"
    /// The time that a request waits for the position.
    static let waitMax = Duration.seconds(5)
    /// The time between two readings of the feed's end. It doubles after each, up to
    /// `pauseLongest`.
    static let pauseShortest = Duration.milliseconds(10)
    static let pauseLongest = Duration.milliseconds(320)

    /// Reads the value of the field: an anchor, or for a caller who may read everything also the
    /// number of a position.
    ///
    /// - Throws: `APIError` (400); `PostgresError`.
    static func position(_ text: String, of caller: Caller, _ session: Session) throws -> Int64 {
        if caller.access.readsAll, let position = Int64(text), position >= 0, String(position) == text {
            return position
        }
        do {
            return try ChangeAnchor(text, try AnchorSeal.read(for: caller, session)).position
        } catch let error as HealthDatabaseError where error.code != .damagedStore {
            throw APIError(
                .malformedHeader,
                "Read-After must be an anchor of the person's feed"
                    + (caller.access.readsAll ? ", or a position such as changePosition in the answer to a batch" : ""),
                hint: "leave it out to read what this server has now")
        }
    }
}

extension HealthService {
    /// Waits until the server has every change that the header field `Read-After` names. Returns at
    /// once if the request has no such field.
    ///
    /// - Throws: `APIError`: 400 for a malformed field, 503 if the server does not have the changes
    ///   after `ReadAfter.waitMax`; `PostgresError`.
    func waitForChanges(_ request: HTTPRequest, of caller: Caller) async throws {
        guard request.method == .get, let text = try request.single(ReadAfter.header) else { return }
        let person = caller.person
        let position = try await pool.withSession(for: person) { session in
            try ReadAfter.position(text, of: caller, session)
        }
        let deadline = ContinuousClock.now + ReadAfter.waitMax
        var pause = ReadAfter.pauseShortest
        while try await pool.withSession(for: person, { try ChangeObserver.end(of: person, $0) }) < position {
            guard ContinuousClock.now + pause < deadline else {
                throw APIError(
                    .notReplicated, "this server does not have the change of Read-After yet",
                    hint: "try again later, or ask the primary", retryAfter: 1)
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, ReadAfter.pauseLongest)
        }
    }
}
