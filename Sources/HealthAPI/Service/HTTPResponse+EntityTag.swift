import Digests
import HTTPServer

extension HTTPResponse {
    /// This answer with an entity tag, which is the digest of its body. The tag is a strong
    /// validator (RFC 9110, section 8.8.3), so the same tag means the same bytes. It changes if the
    /// samples, the zones, the time or the program's version change the answer. The server answers
    /// 304 to a client that has the same bytes.
    ///
    /// The version of the figures cannot replace the tag, because it changes with samples on which
    /// the answer does not depend. `AnswerCache` remembers the tag for a version.
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
