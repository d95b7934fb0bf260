/// A group of types in the Health app.
public struct TypeGroup: Sendable, Hashable {
    /// The name in `SampleType.displayGroup`: `heart`.
    public let name: String
    /// `Heart`
    public let displayName: String
    /// sRGB as `#RRGGBB`.
    public let color: String

    /// The group of types that are not in the catalogue.
    public static let otherData = "otherData"
}

extension Catalogue {
    /// The groups in the order of the table.
    public static let typeGroups: [TypeGroup] = typeGroupTable.namedRows.compactMap { row in
        guard let name = row["name"], let displayName = row["display_name"], let color = row["color"] else {
            return nil
        }
        return TypeGroup(name: name, displayName: displayName, color: color)
    }

    private static let groupsByName = Dictionary(
        typeGroups.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the group; nil for an unknown name.
    public static func typeGroup(named name: String) -> TypeGroup? { groupsByName[name] }
}
