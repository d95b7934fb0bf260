import Foundation

/// Shows the progress of a long task on the standard error stream. On a terminal it draws a bar.
/// Elsewhere it prints a line for every tenth of the task.
struct ProgressBar {
    private let label: String
    private let isTerminal = StandardError.isTerminal
    private var lastTenth = 0
    private var lastDrawn = Date.distantPast

    /// The maximum width of the bar in columns.
    private static let widthMax = 30
    private static let widthMin = 8
    private static let secondsBetweenDrawings = 0.1

    init(_ label: String) {
        self.label = label
    }

    mutating func show(_ done: Int64, of all: Int64, detail: String = "") {
        let fraction = all > 0 ? min(Double(done) / Double(all), 1) : 1
        guard isTerminal else {
            let tenth = Int(fraction * 10)
            guard tenth > lastTenth else { return }
            lastTenth = tenth
            return StandardError.write("\(label) \(tenth * 10) %\(detail.isEmpty ? "" : ", \(detail)")\n")
        }
        let now = Date()
        guard now.timeIntervalSince(lastDrawn) >= ProgressBar.secondsBetweenDrawings || fraction == 1 else { return }
        lastDrawn = now
        let columns = StandardError.columns
        StandardError.write("\r\u{1b}[K" + ProgressBar.line(label, fraction, detail, columns: columns))
    }

    /// Returns a line that is shorter than the terminal. The last column is not used, because some
    /// terminals wrap the line when it is written.
    ///
    /// In a narrow terminal, the bar is shortened first. Then the last parts of the detail are left
    /// out, and then the bar.
    private static func line(_ label: String, _ fraction: Double, _ detail: String, columns: Int) -> String {
        let percent = String(Int(fraction * 100))
        let head = label + " "
        let tail = String(repeating: " ", count: max(0, 3 - percent.count)) + percent + " %"
        var parts = detail.isEmpty ? [] : detail.components(separatedBy: ", ")
        while true {
            let text = tail + (parts.isEmpty ? "" : "  " + parts.joined(separator: ", "))
            let width = min(columns - 1 - head.count - text.count - 1, widthMax)
            if width >= widthMin {
                let filled = Int(fraction * Double(width))
                let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
                return head + bar + " " + text
            }
            guard parts.popLast() != nil else { return String((head + text.drop { $0 == " " }).prefix(columns - 1)) }
        }
    }

    /// Clears the terminal's line.
    func finish() {
        if isTerminal { StandardError.write("\r\u{1b}[K") }
    }
}
