import Foundation
import HealthCore

/// What an import has to know of what it read before, to go on.
struct ImportCheckpoint: Codable {
    /// What wrote it. Another one cannot be decoded, and the import begins anew: to be changed with this type or what a reader says of
    /// its position.
    private enum Format: Int, Codable { case current = 3 }

    private var format = Format.current
    /// Where the reader goes on, in its own words; nil at the start of the file.
    var position: String?
    /// Nothing is left to be read.
    var isRead = false
    var contents = StagedContents()
    var tally = ImportTally()
    /// Rows of the staging table.
    var stagedCount: Int64 = 0
    /// Samples that are in the store.
    var directCount: Int64 = 0
    var refusedCount: Int64 = 0
    var receivedCount: Int64 = 0
    /// How far the file was read, and what was repaired until there.
    var bytesRead: Int64 = 0
    var repaired: Int64 = 0
    var hasFiles = false
    private var names = Names()

    /// The names in the order of their places.
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

    /// - Parameter admission: what the store had before; it decides about names that are new.
    /// - Throws: `Refusal` if the checkpoint is of a program with other limits.
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
