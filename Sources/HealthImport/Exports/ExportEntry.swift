import ArchiveReader

/// A file of an export whose beginning was read.
struct ExportEntry {
    /// The path in its archive.
    var name: String
    /// The path below the export's folder: `ExportPath.normalized`.
    var path: String
    var kind: ArchiveEntry.Kind
    /// The first bytes, at most `ExportFile.headBytes`; empty if `failure` is not nil.
    var head: [UInt8] = []
    /// Why this file cannot be read; the files after it can.
    var failure: ArchiveError?

    /// What a file is, by its content and its path.
    enum Content {
        /// The export itself.
        case healthData
        case route
        case electrocardiogram
        case clinicalRecord
        case archive
        /// The clinical document, which repeats the export, and files that other systems add to
        /// archives.
        case ignored
        case other
    }

    var content: Content {
        let components = path.split(separator: "/")
        guard let last = components.last else { return .other }
        if components.contains("__MACOSX") || last.hasPrefix("._") || last == ".DS_Store" { return .ignored }
        switch DocumentElement.name(in: head) {
        case "HealthData": return .healthData
        case "ClinicalDocument": return .ignored
        case "gpx": return .route
        default: break
        }
        let folder = components.count > 1 ? String(components[0]) : ""
        let name = last.lowercased()
        switch folder {
        case ExportPath.routes where name.hasSuffix(".gpx"): return .route
        case ExportPath.electrocardiograms where name.hasSuffix(".csv"): return .electrocardiogram
        case ExportPath.clinicalRecords where name.hasSuffix(".json"): return .clinicalRecord
        // An attachment may be a zip: many programs store documents as zips.
        case ExportPath.attachments: return .other
        default: break
        }
        if name.hasSuffix("_cda.xml") { return .ignored }
        return name.hasSuffix(".zip") && head.starts(with: [0x50, 0x4b, 3, 4]) ? .archive : .other
    }
}
