import HealthDatabase

/// A right that a caller needs for a whole endpoint.
enum Right: Sendable {
    /// To read something.
    case read
    /// To write something.
    case write
    /// To read everything, and to manage or to write everything. A setting changes the figures of
    /// other readers, too, and replaces the earlier setting.
    case settings
    case manage

    /// What `settings` needs, in the description of an endpoint.
    static let settingsNeed = "Needs the right to read everything, and to manage or to write everything."

    /// The code of the error for a caller without the right.
    var error: ErrorCode {
        switch self {
        case .read: .readNotGranted
        case .write: .writeNotGranted
        case .settings, .manage: .manageNotGranted
        }
    }
}

extension Caller {
    /// Checks that the caller has a right. Endpoints call it before they read the body.
    ///
    /// - Throws: `APIError` (403).
    func require(_ right: Right) throws(APIError) {
        switch right {
        case .read where !access.mayRead:
            throw APIError(.readNotGranted, "the token may not read data of the person", hint: Caller.hint)
        case .write where !access.mayWrite: throw Caller.writeNotGranted("the token may not write data of the person")
        case .settings where !access.readsAll || !access.mayManage && !access.writesAll:
            throw APIError(
                .manageNotGranted, "the token may not change settings of the person",
                hint: "this needs the right to read everything, and to manage or to write everything; " + Caller.hint)
        case .manage where !access.mayManage:
            throw APIError(
                .manageNotGranted, "this credential has no right to manage",
                hint: "GET /v1/access lists its rights; a grant with the right manage is needed")
        case .read, .write, .settings, .manage: break
        }
    }

    private static let hint = "GET /v1/access lists what the token may do"

    static func writeNotGranted(_ message: String) -> APIError {
        APIError(.writeNotGranted, message, hint: hint)
    }
}
