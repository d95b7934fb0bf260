import Foundation
import HealthstoreClient

/// The state of the sync, as events tell it.
struct SyncStatus {
    struct Line: Identifiable, Equatable {
        var id: Int
        var title: String
        var text: String
        var date: Date
    }

    var plan: SyncPlan?
    private(set) var pause: SyncPause?
    private(set) var progress: SyncProgress?
    /// The number of samples and deletions that the service has stored since the start, by type.
    private(set) var sentCounts: [String: Int] = [:]
    /// The samples that were sent last, the newest first.
    private(set) var recent: [Line] = []
    /// The last problems, the newest first.
    private(set) var problems: [Line] = []
    /// The types that the person shares only since a time, and the time.
    private(set) var sharedSince: [String: Date] = [:]
    /// The types that HealthKit does not show, and the reasons.
    private(set) var unreadable: [String: String] = [:]
    /// What the engine waits for; nil if it does not wait.
    private(set) var waiting: String?
    /// The error that ended the sync.
    var end: String?
    private var lineCount = 0

    static let linesMax = 20

    var sentCount: Int { sentCounts.values.reduce(0, +) }
    var isOn: Bool { pause != .off && plan?.isOn ?? true }

    mutating func note(_ event: SyncEvent, at date: Date) {
        switch event {
        case .plan(let plan):
            self.plan = plan
            pause = nil
        case .paused(let pause): self.pause = pause
        case .progress(let progress):
            self.progress = progress
            (pause, waiting) = (nil, nil)
        case .received(let type, let receipt):
            let count = receipt.records.samples.count + receipt.records.deleted.count - receipt.rejected.count
            sentCounts[type, default: 0] += count
            (unreadable[type], waiting) = (nil, nil)
        case .sharedSince(let type, let start): sharedSince[type] = start
        case .unreadable(let type, let reason): unreadable[type] = reason
        case .waiting(let error, let seconds):
            waiting = "\(Words.describe(error)) Next attempt in \(Int(seconds.rounded(.up))) s."
        case .rejected(let sample):
            add(problem: "\(sample.field) \(sample.message) (\(sample.code))", of: sample.type, date)
        case .quarantined(let type, let count, let error):
            add(problem: "\(count) not accepted. \(Words.describe(error))", of: type, date)
        case .incomplete(_, let type, let reason): add(problem: "Sent without a part: \(reason)", of: type, date)
        case .failed(.updates(let type), let error): add(problem: Words.describe(error), of: type, date)
        case .failed(_, let error): add(problem: Words.describe(error), of: "", date)
        case .damaged: add(problem: "A file was damaged. Its samples are read again.", of: "", date)
        case .reconciled, .completed, .full: break
        }
    }

    /// Notes the samples that the service has stored.
    mutating func note(_ samples: [SampleRecord]) {
        for sample in samples.suffix(SyncStatus.linesMax) {
            let text = sample.content.map(Words.describe) ?? ""
            recent.insert(line(Words.name(of: sample.type), text, sample.startDate), at: 0)
        }
        recent = Array(recent.prefix(SyncStatus.linesMax))
    }

    private mutating func add(problem: String, of type: String, _ date: Date) {
        let line = line(Words.name(of: type), problem.trimmingCharacters(in: .whitespaces), date)
        problems = Array(([line] + problems).prefix(SyncStatus.linesMax))
    }

    private mutating func line(_ title: String, _ text: String, _ date: Date) -> Line {
        lineCount += 1
        return Line(id: lineCount, title: title, text: text, date: date)
    }
}
