import CProgram
import Foundation

enum StandardError {
    /// Writes text. A text that cannot be written is lost.
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// True if the stream is a terminal.
    static func warn(_ text: String) { write("healthstore: \(text)\n") }

    static var isTerminal: Bool { isatty(2) == 1 }

    /// The current number of columns of the terminal, or 80 if the terminal does not report it.
    static var columns: Int {
        let columns = Int(hs_terminal_columns(2))
        return columns > 0 ? columns : 80
    }
}
