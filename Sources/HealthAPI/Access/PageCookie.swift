import HTTPServer
import HealthDatabase

/// A cookie of the page, which the page's scripts cannot read.
///
/// The name depends on the connection:
/// - With TLS, of the service or of a trusted proxy, the name begins with `__Host-`. Browsers
///   store a cookie with this prefix only with `Secure`, for one host and all of its paths (RFC
///   6265bis, section 4.1.3.2).
/// - Browsers refuse such a cookie without TLS. So a browser on the machine of the service gets a
///   cookie without this prefix and without `Secure`.
/// - Any other client gets no cookie.
struct PageCookie: Sendable {
    /// The name without `__Host-`.
    let name: String
    /// The time for which the browser keeps the cookie.
    let maxAgeSeconds: Int

    /// The cookie that holds the token of a session. Browsers keep it for at most 400 days. The
    /// session ends earlier, when it had no request for `PageSessionStore.idleDays`.
    static let session = PageCookie(name: "healthstore", maxAgeSeconds: 400 * 86_400)

    var secureName: String { "__Host-" + name }

    /// Nil if the client's connection is neither encrypted nor local.
    private func name(_ origin: RequestOrigin) -> String? {
        origin.isSecure ? secureName : origin.isLocal ? name : nil
    }

    /// Returns the value of the request's cookie; nil if the request has none.
    func value(_ request: HTTPRequest, from origin: RequestOrigin) -> String? {
        guard let name = name(origin) else { return nil }
        // The service sets one cookie of the name. If there are several, another program or site
        // has set some of them, so none is used.
        let values = request.headers.values("Cookie").flatMap { $0.split(separator: ";") }
            .map { $0.trimmingPrefix { $0 == " " } }
            .filter { $0.hasPrefix(name + "=") }
        return values.count == 1 ? String(values[0].dropFirst(name.count + 1)) : nil
    }

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameter value: nil to remove the cookie.
    /// - Throws: `APIError` (403) if the client's connection is neither encrypted nor local.
    func field(_ value: String?, for origin: RequestOrigin) throws(APIError) -> String {
        guard let name = name(origin) else {
            throw APIError(
                .insecureConnection, "the connection is not encrypted, so the service makes no session",
                hint:
                    "start the service with --tls-certificate, or put a proxy with TLS in front of it and name that with --trusted-proxy"
            )
        }
        return "\(name)=\(value ?? ""); Path=/; HttpOnly; SameSite=Strict"
            + "; Max-Age=\(value == nil ? 0 : maxAgeSeconds)" + (origin.isSecure ? "; Secure" : "")
    }
}
