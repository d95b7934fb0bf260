import Foundation

/// Measures the time since it was made, for people.
struct Stopwatch {
    let start = Date()

    /// The seconds with at most one decimal place.
    var seconds: String { NumberText.rounded((Date().timeIntervalSince(start) * 10).rounded() / 10) }
}
