import HealthDatabase

extension Caller {
    /// Checks that the caller may write something. Endpoints call it before they read the body.
    ///
    /// - Throws: `APIError` (403).
    func requireWrite() throws(APIError) {
        guard !access.mayWrite else { return }
        throw Caller.writeNotGranted("the token may not write data of the person")
    }

    /// - Throws: `APIError` (403).
    func requireManage() throws(APIError) {
        guard !access.mayManage else { return }
        throw APIError(
            .manageNotGranted, "the token may not change settings of the person",
            hint: "this needs the right to manage; GET /v1/access lists what the token may do")
    }

    static func writeNotGranted(_ message: String) -> APIError {
        APIError(.writeNotGranted, message, hint: "GET /v1/access lists what the token may do")
    }
}
