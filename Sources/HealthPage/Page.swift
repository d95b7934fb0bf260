import Digests
import Foundation
import HTTPServer

/// The web page that shows a person's data, as the routes that serve its files.
///
/// The page is a program of the browser. It asks the HTTP API like any other client, so these
/// routes need no credential and give every client the same bytes. Every path of a view answers
/// with `index.html`, which shows the view that the path names. All other files have the digest of
/// all files in their path, so a browser may keep them.
public struct Page: Sendable {
    /// The path of the view that opens first, and of the others. The page's router has the same
    /// list without `/openid`, which logs in and then shows another view.
    static let viewTemplates = [
        "/", "/metric/{type}", "/trends", "/sleep", "/workouts", "/workouts/{uuid}", "/report", "/data", "/access",
        "/authorize", "/openid",
    ]

    /// The name of the web app manifest (https://www.w3.org/TR/appmanifest/), and its path. A phone
    /// that has the page on its home screen asks for this path again.
    private static let manifestName = "manifest.webmanifest"

    /// The name under which all style sheets are served as one.
    private static let stylesName = "styles.css"

    /// The name under which the chart library is served.
    static let chartLibraryName = "chart.js"

    /// Where Debian's package `libjs-chart.js` installs the chart library.
    public static let chartLibraryDefault = URL(fileURLWithPath: "/usr/share/javascript/chart.js/chart.min.js")

    /// False if the chart library is not installed. The page then shows tables instead of charts.
    public let hasChartLibrary: Bool

    /// The routes of the views and files.
    public let routes: [Route]

    /// The answer to a browser that opens a path that nothing has. The page says so.
    public let missing: HTTPResponse

    /// Reads the files, which are then kept in memory.
    ///
    /// - Parameters:
    ///   - directory: the folder that has `index.html`.
    ///   - chartLibrary: the file of Chart.js 3 or newer.
    /// - Throws: `PageError` if a file of the folder cannot be read.
    public init(directory: URL, chartLibrary: URL = Page.chartLibraryDefault) throws(PageError) {
        var files = try PageFile.files(in: directory)
        guard let index = files.removeValue(forKey: "index.html") else {
            throw PageError("\(directory.path) has no index.html")
        }
        let manifest = files.removeValue(forKey: Page.manifestName)
        if let library = try? Data(contentsOf: chartLibrary) {
            files[Page.chartLibraryName] = PageFile(
                path: Page.chartLibraryName, bytes: [UInt8](library), isLibrary: true)
        }
        hasChartLibrary = files[Page.chartLibraryName] != nil
        let bundle = try ModuleBundle(of: Page.modules(in: files))
        for (path, text) in bundle.modules { files[path] = PageFile(path: path, bytes: Array(text.utf8)) }
        files[Page.stylesName] = PageFile(path: Page.stylesName, bytes: Page.styles(in: files))
        let version = Page.version(of: files, and: [index] + (manifest.map { [$0] } ?? []))
        /// Returns the document of a view, which names the modules that the view needs at once.
        let document = { (view: String) in
            index.document(version: version, modules: bundle.needed(for: [ModuleBundle.entry, "views/\(view).js"]))
        }
        missing = {
            var response = document("")
            response.status = .notFound
            return response
        }()
        routes =
            Page.viewTemplates.flatMap { template in
                let document = document(template.split(separator: "/").first.map(String.init) ?? "")
                // An address that was typed may end with a slash.
                return (template == "/" ? ["/"] : [template, "\(template)/"]).map {
                    Route(method: .get, template: $0, body: .streamed) { _ in document }
                }
            }
            + (manifest.map { [$0.manifestRoute(version: version)] } ?? [])
            + files.values.sorted { $0.path < $1.path }.map { file in
                Route(method: .get, template: "/page/\(version)/\(file.path)", body: .streamed) {
                    await file.response(to: $0)
                }
            }
    }

    /// Returns the texts of the modules by path.
    private static func modules(in files: [String: PageFile]) -> [String: String] {
        files.filter { $0.key.hasSuffix(".js") && $0.key != chartLibraryName }
            .mapValues { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Returns all style sheets as one, in the order of their names.
    private static func styles(in files: [String: PageFile]) -> [UInt8] {
        let sheets = files.values.filter { $0.path.hasSuffix(".css") }.sorted { $0.path < $1.path }
        return Array(sheets.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Returns the first 16 hexadecimal digits of the digest of all files.
    private static func version(of files: [String: PageFile], and unversioned: [PageFile]) -> String {
        var digest = SHA256()
        for file in files.values.sorted(by: { $0.path < $1.path }) + unversioned {
            digest.update(Array("\(file.path) \(file.bytes.count)\n".utf8))
            digest.update(file.bytes)
        }
        return String(hexadecimal(digest.digest()).prefix(16))
    }
}

/// The files of the page are not installed completely.
public struct PageError: Error, Sendable {
    /// In PostgreSQL's style: lower case, no full stop.
    public var message: String

    init(_ message: String) {
        self.message = message
    }
}
