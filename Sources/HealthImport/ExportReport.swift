import HealthCore
import XMLStream

/// What a reader found in a file; its counts add up: `samples + elements + refused` is everything it read.
public struct ExportReport: Sendable {
    /// Path of the export inside the archive, or the file's name.
    public var entryPath = ""
    /// `ExportDate`, as the export says it.
    public var exportDate: String?
    /// The phone's language and region, as the root element says it: `en_FR`. The times of heart-rate beats follow it.
    public var locale: String?
    /// Samples handed on, those inside others included: records, correlations, workouts, routes, audiograms, prescriptions and
    /// clinical records.
    public var samples: Int64 = 0
    /// Of `samples`, those inside a correlation or workout.
    public var contained: Int64 = 0
    /// Other elements handed on: activity summaries, Me, and what nobody knows.
    public var elements: Int64 = 0
    public var refused: Int64 = 0
    /// The first `refusalsMax` of them.
    public var refusals: [RefusedRecord] = []
    /// Files of the archive that are not the export: routes, electrocardiograms, attachments, the clinical document.
    public var otherFiles: Int = 0
    /// How often each defect of the file was repaired.
    public var repairs = XMLRepairs()

    /// Refusals that are listed one by one; more are only counted.
    public static let refusalsMax = 1_000

    public var read: Int64 { samples + elements + refused }
}

/// A record that was not taken, and why.
public struct RefusedRecord: Sendable, Hashable {
    /// Line of its start tag in the export, from 1.
    public var line: Int
    public var element: String
    public var refusal: Refusal
}
