/// The rights that a grant gives to its holder, or that a token allows.
public struct AccessRights: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Read samples.
    public static let read = AccessRights(rawValue: 1)
    /// Save and delete samples. A holder that may write and not read may read the samples that it
    /// saved.
    public static let write = AccessRights(rawValue: 2)
    /// Grant access to others and change the person's settings.
    public static let manage = AccessRights(rawValue: 4)
    public static let all: AccessRights = [.read, .write, .manage]

    private static let byName: [(name: String, right: AccessRights)] = [
        ("read", .read), ("write", .write), ("manage", .manage),
    ]

    /// Parses names, separated by commas: `read,write`.
    ///
    /// - Throws: `ParameterError` that names `name`.
    public init(_ text: String, _ name: String = "rights") throws(ParameterError) {
        try self.init(names: AccessText.items(text), name)
    }

    /// - Throws: `ParameterError` that names `name`, for an unknown right and for an empty list.
    public init(names: [String], _ name: String = "rights") throws(ParameterError) {
        self = []
        for item in names {
            guard let right = AccessRights.byName.first(where: { $0.name == item })?.right else {
                throw ParameterError(
                    .malformed, name, "\(name) must be of read, write and manage; \"\(item)\" is not one")
            }
            insert(right)
        }
        guard !isEmpty else { throw ParameterError(.missing, name, "\(name) must be of read, write and manage") }
    }

    /// The names of the rights, in a fixed order.
    public var names: [String] { AccessRights.byName.filter { contains($0.right) }.map(\.name) }
}
