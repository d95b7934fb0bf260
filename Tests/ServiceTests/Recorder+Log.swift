import HealthJobs
import TestSupport

extension Recorder where Element == String {
    /// A log whose lines are recorded.
    var log: Log { Log { line in self.add(String(decoding: line, as: UTF8.self)) } }

    /// Returns the number of lines about an event.
    func count(of event: String) -> Int { all.count { $0.contains("\"event\":\"\(event)\"") } }
}
