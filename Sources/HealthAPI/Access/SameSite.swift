import HTTPServer

/// Refuses requests that a page of another site sends with the cookie or the sign-in of a person.
///
/// A browser names the site of the sending page in `Sec-Fetch-Site`
/// (https://www.w3.org/TR/fetch-metadata/). Older browsers send only `Origin`. A page can change
/// neither of these fields.
enum SameSite {
    /// Allows a request in these cases:
    /// - It comes from a page of the service's own origin. Another origin of the same site is
    ///   refused.
    /// - The person entered the address, and the request is a navigation with a safe method.
    /// - It has neither field, and its method is safe: GET, HEAD or OPTIONS.
    ///
    /// - Throws: `APIError` (403) in any other case.
    static func check(_ request: HTTPRequest, from origin: RequestOrigin) throws(APIError) {
        guard isAllowed(request, origin) else {
            throw APIError(
                .crossSiteRequest, "a page of another origin sent the request, or the request does not name its origin",
                hint: "only pages of the service's own origin may use its cookie; other programs use a token")
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
