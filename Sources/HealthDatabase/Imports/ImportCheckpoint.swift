import Foundation
import HealthCore

/// The state that an import needs to resume. `health.import` stores it as JSON.
struct ImportCheckpoint: Codable {
    /// The version of this type and of the reader's position format. Increase it when either
    /// changes. A checkpoint of another version cannot be decoded, so its import starts again at
    /// the beginning of the file.
    private enum Format: Int, Codable { case current = 8 }

    private var format = Format.current
    /// The position at which reading resumes, in the reader's format; nil at the start of the file.
    var position: String?
    /// True if the whole file has been read.
    var isRead = false
    var contents = StagedContents()
    var counts = ImportCounts()
    /// Records in the import's table, except for known records.
    var stagedCount: Int64 = 0
    /// Known records in the import's table. Only their uuids are staged.
    var knownCount: Int64 = 0
    /// The number of refusals in `health.import_refusal`.
    var listedRefusals: Int64 = 0
    /// The types and names of elements that the holder may not save. Each was listed once.
    var refusedNames: Set<String> = []
    /// The ids of the grants to write that the holder had when the import began; nil for an import
    /// of the command line.
    var grants: [String]?
    /// When the export was made; nil if it does not say so.
    var exportedAt: Instant?
    /// Bytes of the file read so far.
    var bytesRead: Int64 = 0
    /// Defects repaired so far.
    var repaired: Int64 = 0
    var hasFiles = false
    private var names = Names()

    /// The records read so far, refused ones included.
    var readCount: Int64 { contents.groups.values.reduce(counts.sum(\.read)) { $0 + $1.count } }
    /// The samples that were stored without staging.
    var directCount: Int64 { contents.groups.values.reduce(0) { $0 + $1.directCount } }

    /// The names of `SampleReferences`, in the order of their indices.
    private struct Names: Codable {
        var types: [String] = []
        var kinds: [SampleType.Kind] = []
        var units: [String] = []
        var sourceRevisions: [SourceRevision] = []
        var devices: [Device] = []
    }

    mutating func remember(_ references: SampleReferences) {
        names = Names(
            types: references.types.map(\.identifier), kinds: references.types.map(\.kind), units: references.units,
            sourceRevisions: references.sourceRevisions, devices: references.devices)
    }

    /// Returns the names read so far.
    ///
    /// - Parameter admission: the names that the store has. It limits the number of new names.
    /// - Throws: `Refusal` if a program with other limits wrote the checkpoint.
    func references(admission: NameAdmission) throws -> SampleReferences {
        var references = SampleReferences()
        references.admission = admission
        for (type, kind) in zip(names.types, names.kinds) { _ = try references.type(type, unknownAs: kind) }
        for unit in names.units { _ = try references.unit(unit) }
        for revision in names.sourceRevisions { _ = try references.sourceRevision(revision) }
        for device in names.devices { _ = try references.device(device) }
        return references
    }
}
