/// Decides whether a new name exceeds a person's limits while a file is read. So a refusal can name
/// the line of the record.
///
/// It counts the names that the store had when reading began and the names that it has admitted
/// since. A value type without locks.
public struct NameAdmission: Sendable {
    private var sources: SourceIndex
    private var revisions: Set<SourceRevisionKey>
    private var devices: Set<Device>
    private var unknownTypes: Set<String>
    private var units: Set<String>

    /// Creates an admission that counts the names already in the store.
    ///
    /// - Parameter unknownTypes: the identifiers of the person's types that are not in the
    ///   catalogue.
    public init(
        sources: SourceIndex = SourceIndex(), revisions: Set<SourceRevisionKey> = [], devices: Set<Device> = [],
        unknownTypes: Set<String> = [], units: Set<String> = []
    ) {
        self.sources = sources
        self.revisions = revisions
        self.devices = devices
        self.unknownTypes = unknownTypes
        self.units = units
    }

    /// Admits a source revision.
    ///
    /// - Throws: `Refusal` (`tooManyNames`) if the revision exceeds a limit. The other methods
    ///   throw the same error.
    mutating func admit(_ revision: SourceRevision) throws(Refusal) {
        switch sources.match(revision) {
        case .known(let id), .unnamed(let id):
            try NameAdmission.admit(SourceRevisionKey(revision, sourceID: id), to: &revisions, .sourceRevision)
        case .new:
            try NameAdmission.check(.source, sources.count)
            try NameAdmission.check(.sourceRevision, revisions.count)
            revisions.insert(SourceRevisionKey(revision, sourceID: sources.add(revision)))
        }
    }

    mutating func admit(_ device: Device) throws(Refusal) {
        try NameAdmission.admit(device, to: &devices, .device)
    }

    mutating func admit(unknownType identifier: String) throws(Refusal) {
        try NameAdmission.admit(identifier, to: &unknownTypes, .unknownType)
    }

    mutating func admit(unit: String) throws(Refusal) {
        try NameAdmission.admit(unit, to: &units, .unit)
    }

    private static func admit<Name>(
        _ name: Name, to names: inout Set<Name>, _ kind: PersonName
    ) throws(Refusal) {
        guard !names.contains(name) else { return }
        try check(kind, names.count)
        names.insert(name)
    }

    private static func check(_ name: PersonName, _ count: Int) throws(Refusal) {
        guard count < name.countMax else { throw name.refusal }
    }
}
