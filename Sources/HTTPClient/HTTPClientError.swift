import CCurl

/// The reason why no response was received.
public struct HTTPClientError: Error, Sendable {
    /// The raw values are the names in logs and in answers, which have no message of libcurl. The
    /// message could repeat the address.
    public enum Code: String, Sendable {
        /// The name of the server is unknown, or no connection could be opened.
        case notReachable = "not_reachable"
        /// No address of the server is public, and the client connects only to public addresses.
        case notPublic = "address_not_public"
        /// The certificate of the server is not trusted.
        case notTrusted = "certificate_not_trusted"
        /// The response did not arrive in time.
        case timedOut = "timed_out"
        /// The response is longer than the client's `bytesMax`.
        case tooLarge = "answer_too_large"
        /// The caller cancelled the request.
        case cancelled
        /// Any other failure, such as a connection that broke or a response that is not HTTP.
        case failed = "connection_failed"
    }

    public var code: Code
    /// The message of libcurl.
    public var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension HTTPClientError.Code {
    /// https://curl.se/libcurl/c/libcurl-errors.html
    init(_ code: CURLcode) {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: self = .notReachable
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: self = .notTrusted
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_ABORTED_BY_CALLBACK: self = .cancelled
        default: self = .failed
        }
    }
}
