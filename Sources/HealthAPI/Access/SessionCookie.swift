import HTTPServer
import HealthDatabase

/// The cookie that holds the token of a session.
///
/// Where the client's connection is encrypted, as a trusted proxy says, its name is
/// `__Host-healthstore`: browsers store such a cookie only with `Secure`, for one host and all of
/// its paths (RFC 6265bis, section 4.1.3.2). They refuse that without TLS. So the cookie of a
/// program of this machine has another name and no `Secure`. Any other client gets no cookie.
enum SessionCookie {
    static let secureName = "__Host-healthstore"
    static let localName = "healthstore"
    /// The longest time for which browsers keep a cookie: 400 days. The session ends before, after
    /// `SessionStore.idleDays` without a request.
    static let maxAgeSeconds = 400 * 86_400

    /// Nil if the client's connection is neither encrypted nor local.
    private static func name(_ origin: RequestOrigin) -> String? {
        origin.isSecure ? secureName : origin.isLocal ? localName : nil
    }

    /// The value of the request's cookie; nil if it has none.
    static func value(_ request: HTTPRequest, from origin: RequestOrigin) -> String? {
        guard let name = name(origin) else { return nil }
        // Several cookies of one name can only come from another program or site: none counts.
        let values = request.headers.values("Cookie").flatMap { $0.split(separator: ";") }
            .map { $0.trimmingPrefix { $0 == " " } }
            .filter { $0.hasPrefix(name + "=") }
        return values.count == 1 ? String(values[0].dropFirst(name.count + 1)) : nil
    }

    /// The value of `Set-Cookie`.
    ///
    /// - Parameter token: nil removes the cookie.
    /// - Throws: `APIError` (403) if the client's connection is neither encrypted nor local.
    static func field(_ token: BearerToken?, for origin: RequestOrigin) throws(APIError) -> String {
        guard let name = name(origin) else {
            throw APIError(
                .insecureConnection, "the connection is not encrypted, so it gets no session",
                hint: "put a proxy with TLS in front of the service, and name it with --trusted-proxy")
        }
        return "\(name)=\(token?.text ?? ""); Path=/; HttpOnly; SameSite=Strict"
            + "; Max-Age=\(token == nil ? 0 : maxAgeSeconds)" + (origin.isSecure ? "; Secure" : "")
    }
}
