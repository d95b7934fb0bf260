import Compression
import Digests
import Foundation
import HTTPServer
import Synchronization

/// A file of the page.
final class PageFile: Sendable {
    /// The path from the page's folder on, such as `views/sleep.js`.
    let path: String
    /// The bytes that are served. Modules and style sheets have no comments and no indentation.
    let bytes: [UInt8]

    private let contentType: String
    private let tag: String
    /// The compressed bytes by coding, for the codings for which a browser has asked. Compressing
    /// all files takes half a second, which the start of the service should not wait for.
    private let coded = Mutex<[String: [UInt8]]>([:])

    /// The media types of the files by the extension of their names.
    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "webmanifest": "application/manifest+json",
    ]

    /// The content codings of the files, the smaller first. Browsers accept Brotli only over TLS
    /// and from their own machine.
    private static let codings = ["br", "gzip"]

    /// - Parameters:
    ///   - isLibrary: true for a file of another project, which is served unchanged.
    init?(path: String, bytes: [UInt8], isLibrary: Bool = false) {
        let fileExtension = URL(fileURLWithPath: path).pathExtension
        guard let contentType = PageFile.contentTypes[fileExtension] else { return nil }
        self.path = path
        self.contentType = contentType
        let isStripped = !isLibrary && ["js", "css"].contains(fileExtension)
        self.bytes = isStripped ? PageFile.withoutComments(bytes) : bytes
        tag = hexadecimal(SHA256.hash(self.bytes))
    }

    /// Reads the files of a folder and of its folders.
    ///
    /// - Returns: the files by path. Files with another extension than those of `contentTypes` are
    ///   left out.
    /// - Throws: `PageError`.
    static func files(in directory: URL) throws(PageError) -> [String: PageFile] {
        guard let paths = FileManager.default.subpaths(atPath: directory.path) else {
            throw PageError("cannot read \(directory.path)")
        }
        var files: [String: PageFile] = [:]
        for path in paths where contentTypes[URL(fileURLWithPath: path).pathExtension] != nil {
            guard let data = try? Data(contentsOf: directory.appendingPathComponent(path)) else {
                throw PageError("cannot read \(directory.appendingPathComponent(path).path)")
            }
            files[path] = PageFile(path: path, bytes: [UInt8](data))
        }
        return files
    }

    /// Removes lines of comments, empty lines and the indentation, which are a quarter of the
    /// compressed bytes.
    ///
    /// Only comments that begin a line are removed, and a text of several lines keeps no
    /// indentation.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var isComment = false
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let kept = lines.compactMap { line -> ArraySlice<UInt8>? in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if isComment {
                isComment = !text.hasSuffix("*/")
                return nil
            }
            isComment = text.starts(with: "/*".utf8) && !text.hasSuffix("*/")
            let isKept = !text.isEmpty && !text.starts(with: "//".utf8) && !text.starts(with: "/*".utf8)
            return isKept ? text : nil
        }
        return Array(kept.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Answers a request for the file. Its path changes when a file of the page changes, so a
    /// browser never asks for it twice.
    func response(to request: HTTPRequest) async -> HTTPResponse {
        var response = HTTPResponse(status: .ok, contentType: contentType, body: bytes)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.headers["ETag"] = "\"\(tag)\""
        response.headers.vary("Accept-Encoding")
        guard contentType != "image/png", let coding = request.preferredCoding(among: PageFile.codings),
            let coded = await coded(coding)
        else {
            return response
        }
        response.body = coded
        response.headers["Content-Encoding"] = coding
        response.headers["ETag"] = "\"\(tag)-\(coding)\""
        return response
    }

    private func coded(_ coding: String) async -> [UInt8]? {
        if let known = coded.withLock({ $0[coding] }) { return known }
        let made = await DispatchQueue.global().run { [bytes] in
            coding == "br" ? BrotliEncoder.compress(bytes) : GzipEncoder.compress(bytes, level: 9)
        }
        coded.withLock { $0[coding] = made }
        return made
    }

    /// Returns the answer to a request for a view: this file as HTML, with the version in the paths
    /// of the other files.
    ///
    /// - Parameter modules: the paths of the modules that the browser loads at once. Otherwise it
    ///   would find each module only after it has read the module that imports it.
    func document(version: String, modules: [String]) -> HTTPResponse {
        let links = modules.map { "<link rel=\"modulepreload\" href=\"/page/\(version)/\($0)\">" }
        var response = unversioned(
            version: version, replacing: "<!-- modules -->", with: links.joined(separator: "\n"))
        response.headers["Content-Security-Policy"] = PageFile.policy
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        return response
    }

    /// The route of the web app manifest, with the version in the paths of the icons.
    func manifestRoute(version: String) -> Route {
        let response = unversioned(version: version)
        return Route(method: .get, template: "/\(path)", body: .streamed) { _ in response }
    }

    /// Returns this file as the answer under a path without a version.
    private func unversioned(version: String, replacing mark: String = "", with text: String = "") -> HTTPResponse {
        let body = Array(
            String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: mark, with: text)
                .replacingOccurrences(of: "{version}", with: version).utf8)
        var response = HTTPResponse(status: .ok, contentType: contentType, body: body)
        response.headers["ETag"] = "\"\(hexadecimal(SHA256.hash(body)))\""
        // The browser asks each time if its file is still valid, because the file names the version
        // of all other files.
        response.headers["Cache-Control"] = "no-cache"
        return response
    }

    /// The Content Security Policy of the page (https://www.w3.org/TR/CSP3/). The page runs and
    /// loads only files of this service, has no inline script or style, makes no HTML from text,
    /// and cannot be shown inside another page.
    private static let policy = [
        "default-src 'self'", "base-uri 'none'", "object-src 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
