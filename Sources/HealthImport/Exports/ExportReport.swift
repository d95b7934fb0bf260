import XMLStream

/// What a reader found in a file. Its counts add up: `samples + elements + refused` is everything
/// it read.
public struct ExportReport: Sendable {
    /// Path of the export inside the archive, or the file's name.
    public var entryPath = ""
    /// `ExportDate` as it is in the export.
    public var exportDate: String?
    /// The phone's language and region in the root element: `en_FR`. It decides how times of
    /// heart-rate beats are printed.
    public var locale: String?
    /// Samples handed on, contained ones included: records, correlations, workouts, routes,
    /// audiograms, prescriptions and clinical records.
    public var samples: Int64 = 0
    /// Samples inside a correlation or workout, which are among `samples`.
    public var contained: Int64 = 0
    /// Other elements handed on: activity summaries, Me, and unknown elements.
    public var elements: Int64 = 0
    public var refused: Int64 = 0
    /// The other files of the archive.
    public var files = Files()
    /// How often each defect of the file was repaired.
    public var repairs = XMLRepairs()

    /// Counts of the files beside the export, by kind; refused files are among `refused` instead.
    public struct Files: Sendable, Hashable, Codable {
        /// Handed on as files, which are no records.
        public var routes = 0
        /// Handed on as files, which are no records.
        public var clinicalRecords = 0
        /// Each is one of `samples`.
        public var electrocardiograms = 0
        /// Kept by name, size and digest; each is one of `elements`.
        public var other = 0
        /// Left out: the clinical document, which repeats the export, and files that other systems
        /// add to archives.
        public var ignored = 0

        public init() {}
    }

    public var read: Int64 { samples + elements + refused }
}
