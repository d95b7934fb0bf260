import HealthDatabase

/// A right that a caller needs for a whole endpoint.
enum Right: Sendable {
    case read, write
    /// To manage and to read everything.
    case settings
    case manage

    var error: ErrorCode {
        switch self {
        case .read: .readNotGranted
        case .write: .writeNotGranted
        case .settings, .manage: .manageNotGranted
        }
    }
}

extension Caller {
    func require(_ right: Right) throws(APIError) {
        switch right {
        case .read: try requireRead()
        case .write: try requireWrite()
        case .settings: try requireSettings()
        case .manage: try requireManage()
        }
    }

    /// Checks that the caller may read something. Endpoints call it before they read the body.
    ///
    /// - Throws: `APIError` (403).
    func requireRead() throws(APIError) {
        guard !access.mayRead else { return }
        throw APIError(
            .readNotGranted, "the token may not read data of the person",
            hint: "GET /v1/access lists what the token may do")
    }

    /// Checks that the caller may write something. Endpoints call it before they read the body.
    ///
    /// - Throws: `APIError` (403).
    func requireWrite() throws(APIError) {
        guard !access.mayWrite else { return }
        throw Caller.writeNotGranted("the token may not write data of the person")
    }

    /// Checks the rights to change the person's settings. A new order of sources or a new unit
    /// replaces the earlier setting, which a caller who may not read everything may not read.
    ///
    /// - Throws: `APIError` (403).
    func requireSettings() throws(APIError) {
        guard !access.mayManage || !access.readsAll else { return }
        throw APIError(
            .manageNotGranted, "the token may not change settings of the person",
            hint: "this needs the right to manage and to read everything; GET /v1/access lists what the token may do")
    }

    /// Checks the right to manage.
    ///
    /// - Throws: `APIError` (403).
    func requireManage() throws(APIError) {
        guard !access.mayManage else { return }
        throw APIError(
            .manageNotGranted, "this credential has no right to manage",
            hint: "GET /v1/access lists its rights; a grant with the right manage is needed")
    }

    static func writeNotGranted(_ message: String) -> APIError {
        APIError(.writeNotGranted, message, hint: "GET /v1/access lists what the token may do")
    }
}
