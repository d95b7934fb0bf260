import CProgram
import Foundation

enum StandardError {
    /// What nobody can take is lost.
    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// Whether somebody sees it.
    static var isTerminal: Bool { isatty(2) == 1 }

    /// How many columns the terminal has now; 80 where it does not say.
    static var columns: Int {
        let columns = Int(hs_terminal_columns(2))
        return columns > 0 ? columns : 80
    }
}
