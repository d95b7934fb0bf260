import Foundation

/// A folder of files that belong to the program.
///
/// `Bundle.module` is not used: it ends the process if the folder in which the program was built is
/// gone.
public struct InstalledFolder: Sendable {
    /// Where the folder may be: `../share/healthstore/NAME` of an installed program, then the
    /// bundle that the package manager put beside the program.
    private let candidates: [URL]

    /// - Parameters:
    ///   - name: of the folder in `share/healthstore`.
    ///   - bundle: path of the same folder from the program's folder on, as the package manager
    ///     builds it.
    public init(_ name: String, bundle: String) {
        // Not the first argument, which is a bare name if a shell found the program in PATH.
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "")
        let folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
        candidates = [
            folder.deletingLastPathComponent().appendingPathComponent("share/healthstore/\(name)"),
            folder.appendingPathComponent(bundle),
        ]
    }

    /// Returns the first candidate that has `file`.
    ///
    /// - Parameter what: names what is missing otherwise, with its verb: `the SQL files are`.
    /// - Throws: `InstallationError` if none has the file.
    public func directory(having file: String, _ what: String) throws(InstallationError) -> URL {
        let directory = candidates.first {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent(file).path)
        }
        guard let directory else {
            throw InstallationError("\(what) neither in \(candidates[0].path) nor beside the program")
        }
        return directory
    }

    /// Returns the text of a file in UTF-8.
    ///
    /// - Throws: `InstallationError` if the file cannot be read.
    public static func text(of file: URL) throws(InstallationError) -> String {
        do { return try String(contentsOf: file, encoding: .utf8) } catch {
            throw InstallationError("cannot read \(file.path)")
        }
    }
}

/// A file that belongs to the program is missing or wrong.
public struct InstallationError: Error, Sendable {
    /// In PostgreSQL's style: lower case, no full stop.
    public let message: String

    public init(_ message: String) { self.message = message }
}
