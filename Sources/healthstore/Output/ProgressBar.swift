import Foundation

/// Shows how far a long task is: a bar on a terminal, a line for every tenth elsewhere. On the standard error stream.
struct ProgressBar {
    private let label: String
    private let isTerminal = StandardError.isTerminal
    private var lastTenth = 0
    private var lastDrawn = Date.distantPast

    private static let width = 30
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
        let filled = Int(fraction * Double(ProgressBar.width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: ProgressBar.width - filled)
        let percent = String(Int(fraction * 100))
        let padding = String(repeating: " ", count: 3 - percent.count)
        StandardError.write("\r\u{1b}[K\(label) \(bar) \(padding)\(percent) %  \(detail)")
    }

    /// Leaves the terminal's line empty.
    func finish() {
        if isTerminal { StandardError.write("\r\u{1b}[K") }
    }
}
