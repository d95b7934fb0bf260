import XMLStream

/// The counts and facts that a reader found in a file. The sum `samples + elements + refused` is
/// the number of all records and elements read.
public struct ExportReport: Sendable, Codable {
    /// Path of the export inside the archive, or the file's name.
    public var entryPath = ""
    /// `ExportDate` as the export writes it.
    public var exportDate: String?
    /// The phone's language and region from the root element, such as `en_FR`. Times of heart-rate
    /// beats are printed in this language.
    public var locale: String?
    /// Samples returned, including contained ones: records, correlations, workouts, routes,
    /// audiograms, prescriptions and clinical records.
    public var samples: Int64 = 0
    /// Samples inside a correlation or workout. `samples` includes them.
    public var contained: Int64 = 0
    /// Other elements returned: activity summaries, Me, and unknown elements.
    public var elements: Int64 = 0
    public var refused: Int64 = 0
    /// The other files of the archive.
    public var files = Files()
    /// For each kind of defect, the number of repairs.
    public var repairs = XMLRepairs()

    /// Counts of the files beside the export, by kind. Refused files count only in `refused`.
    public struct Files: Sendable, Hashable, Codable {
        /// Routes, which are returned as files and do not count as records.
        public var routes = 0
        /// Clinical records, which are returned as files and do not count as records.
        public var clinicalRecords = 0
        /// Electrocardiograms. `samples` includes them.
        public var electrocardiograms = 0
        /// Files stored as elements with name, size and digest. `elements` includes them.
        public var other = 0
        /// Files that were left out: the clinical document, which repeats the export, and files
        /// that other systems add to archives.
        public var ignored = 0

        public init() {}
    }

    public var read: Int64 { samples + elements + refused }
}
