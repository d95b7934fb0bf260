import Digests
import HTTPServer

/// Strong validators (RFC 9110, section 8.8.3): the same tag means the same bytes.
enum EntityTag {
    /// `response` with a tag made from its body, or 304 without a body if the client has these bytes already.
    static func validated(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        let tag = "\"" + hexadecimal(SHA256.hash(response.body)) + "\""
        var answer = response
        if isKnown(tag, to: request) { answer = HTTPResponse(status: .notModified) }
        answer.headers["ETag"] = tag
        // The client may keep it, asks each time whether it is still good, and shares it with nobody.
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.headers["Vary"] = "Authorization"
        return answer
    }

    /// Whether `If-None-Match` names the tag; weak comparison, as section 13.1.2 wants it.
    private static func isKnown(_ tag: String, to request: HTTPRequest) -> Bool {
        request.headers.values("If-None-Match").contains { field in
            field.split(separator: ",").contains { part in
                let known = part.trimming(while: { $0 == " " || $0 == "\t" })
                return known == "*" || known == tag || known == "W/" + tag
            }
        }
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        let rest = drop(while: isTrimmed)
        guard let last = rest.lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return rest[...last]
    }
}
