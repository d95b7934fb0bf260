import Digests
import HTTPServer

extension HTTPResponse {
    /// This answer with an entity tag, which is the digest of its body. The tag is a strong
    /// validator (RFC 9110, section 8.8.3), so the same tag means the same bytes. It changes if the
    /// samples, the zones, the time or the program's version change the answer. The server answers
    /// 304 to a client that has the same bytes.
    ///
    /// The person's feed position cannot replace the tag. It changes with samples on which the
    /// answer does not depend. It stays the same while a first import fills the store, and when the
    /// end of a bucket passes (`partial`).
    var tagged: HTTPResponse {
        var response = self
        response.headers["ETag"] = "\"" + hexadecimal(SHA256.hash(body)) + "\""
        // The client may keep the answer, and must ask the server before each use if it is still
        // valid. Shared caches must not keep it.
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers.vary("Authorization")
        response.headers.vary("Cookie")
        return response
    }
}
