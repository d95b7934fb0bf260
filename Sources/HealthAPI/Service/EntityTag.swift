import Digests
import HTTPServer

extension HTTPResponse {
    /// This answer with a strong validator (RFC 9110, section 8.8.3) made from its body: the same tag means the same bytes,
    /// whatever they depend on, be it samples, zones, the time or the version of the program. The server answers 304
    /// to a client that has them.
    ///
    /// Nothing cheaper stands in for the bytes: the person's change position moves with samples that the answer does not
    /// depend on, and stands still while a first import fills the store, and with the clock that ends `partial`.
    var tagged: HTTPResponse {
        var response = self
        response.headers["ETag"] = "\"" + hexadecimal(SHA256.hash(body)) + "\""
        // The client may keep it, asks each time whether it is still good, and shares it with nobody.
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers.vary("Authorization")
        return response
    }
}
