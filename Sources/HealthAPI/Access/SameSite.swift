import HTTPServer

/// Refuses requests that another site makes with the cookie or the sign-in of a person's browser.
///
/// A browser says where a request comes from in `Sec-Fetch-Site`
/// (https://www.w3.org/TR/fetch-metadata/), and older ones in `Origin`. A page can set neither.
enum SameSite {
    /// - Throws: `APIError` (403) for a request of another origin, also of the same site; for one
    ///   that does not say where it comes from, unless its method is safe; for an address that the
    ///   person has entered, unless it is a navigation with a safe method.
    static func check(_ request: HTTPRequest, from origin: RequestOrigin) throws(APIError) {
        guard isAllowed(request, origin) else {
            throw APIError(
                .crossSiteRequest, "a page of another origin has sent the request, or the request does not say which",
                hint: "only pages of the service's own origin use its cookie; other programs use a token")
        }
    }

    private static func isAllowed(_ request: HTTPRequest, _ origin: RequestOrigin) -> Bool {
        let isSafe = [.get, .head, .options].contains(request.method)
        let sites = request.headers.values("Sec-Fetch-Site")
        if !sites.isEmpty {
            switch sites {
            case ["same-origin"]: return true
            case ["none"]: return isSafe && request.headers.values("Sec-Fetch-Mode") == ["navigate"]
            default: return false
            }
        }
        let origins = request.headers.values("Origin")
        if !origins.isEmpty { return origins.count == 1 && origins[0].lowercased() == origin.own }
        return isSafe
    }
}
