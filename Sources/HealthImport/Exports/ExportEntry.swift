import ArchiveReader

/// A file of an export whose beginning was read.
struct ExportEntry {
    /// The file's path in its archive.
    var name: String
    /// The file's path below the export's folder, as `ExportPath.normalized` returns it.
    var path: String
    var kind: ArchiveEntry.Kind
    /// The first bytes, at most `ExportFile.headBytes`; empty if `failure` is not nil.
    var head: [UInt8] = []
    /// The reason why this file cannot be read. The files after it can be read.
    var failure: ArchiveError?

    /// The kind of a file, recognised by its content and its path.
    enum Content {
        /// The file export.xml, which holds the health data.
        case healthData
        case route
        case electrocardiogram
        case clinicalRecord
        case archive
        /// A file without further data: the clinical document, which repeats the export, or a file
        /// that another system added to the archive.
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
        // An attachment may be a zip, because many programs store documents as zips.
        case ExportPath.attachments: return .other
        default: break
        }
        if name.hasSuffix("_cda.xml") { return .ignored }
        return name.hasSuffix(".zip") && head.starts(with: [0x50, 0x4b, 3, 4]) ? .archive : .other
    }
}
