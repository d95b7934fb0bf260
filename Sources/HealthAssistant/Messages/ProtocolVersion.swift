/// A revision of the [Model Context Protocol](https://modelcontextprotocol.io/specification).
///
/// Until 2025-11-25 a client opens a session with `initialize`. Since 2026-07-28 each request names
/// its revision in `_meta`, and there are no sessions. The server answers both kinds of clients.
enum ProtocolVersion: String, CaseIterable {
    // 2025-03-26 is not among them, because it requires servers to read several messages at once.
    case v2024_11_05 = "2024-11-05"
    case v2025_06_18 = "2025-06-18"
    case v2025_11_25 = "2025-11-25"
    case v2026_07_28 = "2026-07-28"

    /// The member of `_meta` that names the revision of a request.
    static let metaKey = "io.modelcontextprotocol/protocolVersion"

    /// True if each request names the revision.
    var isStateless: Bool { self == .v2026_07_28 }

    /// Returns the revision of a session: the newest that is not newer than the client's, or else
    /// the oldest.
    static func session(asked: String) -> ProtocolVersion {
        let sessions = allCases.filter { !$0.isStateless }
        return sessions.last { $0.rawValue <= asked } ?? .v2024_11_05
    }

    /// All revisions, the newest first.
    static var names: [String] { allCases.reversed().map(\.rawValue) }
}
