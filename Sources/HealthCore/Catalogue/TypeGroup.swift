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

    init(_ row: CatalogueTable.Row) throws {
        name = try row.text("name")
        displayName = try row.text("display_name")
        color = try row.text("color")
    }
}

extension Catalogue {
    /// The groups in the order of the table.
    public static var typeGroups: [TypeGroup] { contents.typeGroups }

    /// Returns the group; nil for an unknown name.
    public static func typeGroup(named name: String) -> TypeGroup? { contents.typeGroupsByName[name] }
}
