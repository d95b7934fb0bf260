import Foundation

enum StandardError {
    /// What nobody can take is lost.
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// Whether somebody sees it.
    static var isTerminal: Bool { isatty(2) == 1 }
}
