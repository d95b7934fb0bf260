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
    /// What else was in the archive.
    public var files = Files()
    /// How often each defect of the file was repaired.
    public var repairs = XMLRepairs()

    /// How many files of each kind an archive holds beside the export; those that are refused are among `refused`.
    public struct Files: Sendable, Hashable, Codable {
        /// Handed on as files, which are no records.
        public var routes = 0
        /// Handed on as files, which are no records.
        public var clinicalRecords = 0
        /// Each is one of `samples`.
        public var electrocardiograms = 0
        /// Kept by name, size and digest; each is one of `elements`.
        public var other = 0
        /// Left out: the clinical document, which says the same as the export, and what other systems add to archives.
        public var ignored = 0

        public init() {}
    }

    public var read: Int64 { samples + elements + refused }
}
