import HTTPServer
import HealthDatabase

/// The cookie that holds the token of a session.
///
/// The name depends on the connection:
/// - With TLS, of the service or of a trusted proxy, the name is `__Host-healthstore`. Browsers
///   store a cookie with this prefix only with `Secure`, for one host and all of its paths (RFC
///   6265bis, section 4.1.3.2).
/// - Browsers refuse such a cookie without TLS. So a browser on the machine of the service gets a
///   cookie with another name and without `Secure`.
/// - Any other client gets no cookie.
enum PageSessionCookie {
    static let secureName = "__Host-healthstore"
    static let localName = "healthstore"
    /// The longest time for which browsers keep a cookie: 400 days. The session ends earlier, when
    /// it had no request for `PageSessionStore.idleDays`.
    static let maxAgeSeconds = 400 * 86_400

    /// Nil if the client's connection is neither encrypted nor local.
    private static func name(_ origin: RequestOrigin) -> String? {
        origin.isSecure ? secureName : origin.isLocal ? localName : nil
    }

    /// Returns the value of the request's cookie; nil if the request has none.
    static func value(_ request: HTTPRequest, from origin: RequestOrigin) -> String? {
        guard let name = name(origin) else { return nil }
        // The service sets one cookie. If there are several, another program or site has set some
        // of them, so none is used.
        let values = request.headers.values("Cookie").flatMap { $0.split(separator: ";") }
            .map { $0.trimmingPrefix { $0 == " " } }
            .filter { $0.hasPrefix(name + "=") }
        return values.count == 1 ? String(values[0].dropFirst(name.count + 1)) : nil
    }

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameter token: the token of the session; nil to remove the cookie.
    /// - Throws: `APIError` (403) if the client's connection is neither encrypted nor local.
    static func field(_ token: BearerToken?, for origin: RequestOrigin) throws(APIError) -> String {
        guard let name = name(origin) else {
            throw APIError(
                .insecureConnection, "the connection is not encrypted, so the service makes no session",
                hint:
                    "start the service with --tls-certificate, or put a proxy with TLS in front of it and name that with --trusted-proxy"
            )
        }
        return "\(name)=\(token?.text ?? ""); Path=/; HttpOnly; SameSite=Strict"
            + "; Max-Age=\(token == nil ? 0 : maxAgeSeconds)" + (origin.isSecure ? "; Secure" : "")
    }
}
