import Foundation

/// A folder of files that belong to the program.
///
/// `Bundle.module` is not used: it ends the process if the folder in which the program was built is gone.
public struct InstalledFolder: Sendable {
    /// Where the folder may be: `../share/healthstore/NAME` of an installed program, then the bundle that the package
    /// manager put beside the program.
    public let candidates: [URL]

    /// - Parameters:
    ///   - name: of the folder in `share/healthstore`.
    ///   - bundle: path of the same folder from the program's folder on, as the package manager builds it.
    public init(_ name: String, bundle: String) {
        // Not the first argument, which is a bare name if a shell found the program in PATH.
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "")
        let folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
        candidates = [
            folder.deletingLastPathComponent().appendingPathComponent("share/healthstore/\(name)"),
            folder.appendingPathComponent(bundle),
        ]
    }

    /// The first candidate that has `file`; nil if none has.
    public func url(having file: String) -> URL? {
        candidates.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent(file).path) }
    }
}
