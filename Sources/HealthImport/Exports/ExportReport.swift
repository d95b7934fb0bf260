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

    /// Refusals that are listed one by one; more are only counted.
    public static let refusalsMax = 1_000

    public var read: Int64 { samples + elements + refused }
}

/// A record, or a file beside export.xml, that was not taken, and why.
public struct RefusedRecord: Sendable, Hashable {
    /// Line of its start tag in the export, or of the defect in the file, from 1; 0 for a file that is refused as a whole.
    public var line: Int
    /// Name of the element; `File` for a file.
    public var element: String
    public var refusal: Refusal
    /// Path of the file below the export's folder; nil for what is in the export itself.
    public var path: String?

    /// Where it is, for people: `line 12`, `workout-routes/a.gpx, line 3`, `attachments/b.pdf`.
    public var place: String {
        guard let path else { return "line \(line)" }
        return line > 0 ? "\(path), line \(line)" : path
    }
}
