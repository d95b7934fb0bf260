import ArchiveReader

/// One file of an export, found but not read yet.
struct ExportEntry {
    /// As it stands in its archive.
    var name: String
    /// Below the export's folder: `ExportPath.normalized`.
    var path: String
    var kind: ArchiveEntry.Kind
    /// How it begins: up to `ExportFile.headBytes`; empty if `failure` is not nil.
    var head: [UInt8] = []
    /// Why it cannot be read; what follows it can.
    var failure: ArchiveError?

    /// What a file is, by its content and its place.
    enum Content {
        /// The export itself.
        case healthData
        case route
        case electrocardiogram
        case clinicalRecord
        case archive
        /// The clinical document, which says the same as the export, and what other systems add to archives.
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
        // An attachment may be a zip, and documents of many programs are.
        case ExportPath.attachments: return .other
        default: break
        }
        if name.hasSuffix("_cda.xml") { return .ignored }
        return name.hasSuffix(".zip") && head.starts(with: [0x50, 0x4b, 3, 4]) ? .archive : .other
    }
}
