import Digests
import HTTPServer

extension HTTPResponse {
    /// This answer with a strong validator (RFC 9110, section 8.8.3), the digest of its body: the
    /// same tag means the same bytes, whether they depend on samples, zones, the time or the
    /// version of the program. The server answers 304 to a client that has them.
    ///
    /// The person's change position is no substitute: it moves with samples that the answer does
    /// not depend on, and stays the same while a first import fills the store and when the end of a
    /// bucket passes (`partial`).
    var tagged: HTTPResponse {
        var response = self
        response.headers["ETag"] = "\"" + hexadecimal(SHA256.hash(body)) + "\""
        // The client may keep the answer, and must ask each time whether it is still valid. Shared
        // caches must not keep it.
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers.vary("Authorization")
        return response
    }
}
