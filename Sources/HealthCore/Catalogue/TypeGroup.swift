/// A group in which the Health app shows types.
public struct TypeGroup: Sendable, Hashable {
    /// What `SampleType.displayGroup` names: `heart`.
    public let name: String
    /// `Heart`
    public let displayName: String
    /// sRGB as `#RRGGBB`.
    public let color: String

    /// The group of types that are in no catalogue.
    public static let otherData = "otherData"
}

extension Catalogue {
    /// In the order of the table.
    public static let typeGroups: [TypeGroup] = typeGroupTable.namedRows.compactMap { row in
        guard let name = row["name"], let displayName = row["display_name"], let color = row["color"] else {
            return nil
        }
        return TypeGroup(name: name, displayName: displayName, color: color)
    }

    private static let groupsByName = Dictionary(
        typeGroups.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Nil for a name that is no group's.
    public static func typeGroup(named name: String) -> TypeGroup? { groupsByName[name] }
}
