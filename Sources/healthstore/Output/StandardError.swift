import Foundation

enum StandardError {
    static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    /// Whether somebody sees it.
    static var isTerminal: Bool { isatty(2) == 1 }
}
