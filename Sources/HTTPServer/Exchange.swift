/// One request and its response, from the request line until the response is sent or the client has left.
///
/// `@unchecked Sendable`: while the connection is not suspended only the connection's own thread touches it. While it
/// is suspended only the holder of the server's lock does, and `HTTPServer` suspends and resumes under that lock.
final class Exchange: @unchecked Sendable {
    /// The bytes of the request target, still encoded.
    let target: [UInt8]
    let id = HTTPRequest.randomID()
    let start = ContinuousClock.now

    /// The request without its body; `nil` until the header fields are here.
    var head: HTTPRequest?
    var body: [UInt8] = []
    /// Of the body.
    var coding = ContentCoding.identity
    var bodyBytesIn = 0

    /// Whether this counts among the requests in flight.
    var isAdmitted = false

    /// Why no handler may answer.
    var refusal: HTTPFailure?

    /// The answer of the router, set while the connection is suspended.
    var response: HTTPResponse?

    /// The body that is made while it is sent, once its head is.
    var stream: OpenStream?

    /// The template of the route that answers.
    var route: String?

    /// What was handed to libmicrohttpd.
    var sent: (status: HTTPStatus, bodyBytes: Int)?

    init(target: [UInt8]) {
        self.target = target
    }
}
