/// Limits of a document. A document that exceeds a limit causes the error `limitExceeded`. It is
/// never truncated silently.
public struct XMLLimits: Sendable, Equatable {
    /// The maximum number of open elements, including the root. The default is 64.
    public var depthMax = 64

    /// The maximum number of attributes of one tag, including repeated ones. The default is 200.
    public var attributesMax = 200

    /// The maximum number of bytes of all attribute values of one element, after references are
    /// expanded. The default is 1 MiB.
    public var attributeBytesMax = 1 << 20

    /// The maximum number of bytes of one tag, comment, CDATA section or processing instruction.
    /// The bytes are counted after all repairs except those of attributes. The filter holds so many
    /// bytes in memory. The default is 4 MiB. The largest possible value is 1 GiB, because expat
    /// counts in Int32.
    public var tokenBytesMax = 4 << 20

    /// The maximum number of bytes of the text between two tags, after references are expanded and
    /// without leading white space. The default is 4 MiB.
    public var textBytesMax = 4 << 20

    /// The maximum number of bytes of the document type declaration, which is skipped. The default
    /// is 1 MiB.
    public var doctypeBytesMax = 1 << 20

    /// Creates the default limits.
    public init() {}
}

/// A repair for tags that have one attribute twice and lack another, because a program wrote the
/// wrong name for the second one.
///
/// With `XMLRepairRule(attribute: "startDate", secondBecomes: "endDate")`, the second `startDate`
/// of a tag is renamed to `endDate`, unless the tag has an `endDate`. For any other repeated
/// attribute, the first occurrence is kept, and the others are dropped.
public struct XMLRepairRule: Sendable, Equatable {
    /// The repeated attribute.
    public var attribute: String

    /// The name for its second occurrence.
    public var secondBecomes: String

    public init(attribute: String, secondBecomes: String) {
        self.attribute = attribute
        self.secondBecomes = secondBecomes
    }
}

/// Encodes blanks in attribute names, such as `Health Mate App Version`, which XML does not allow.
enum XMLAttributeName {
    /// The replacement of a blank. ISO/IEC 9075-14 maps SQL names to XML in the same way. For
    /// example, a name becomes `Health_x0020_Mate_x0020_App_x0020_Version`.
    static let blank = "_x0020_"

    /// Returns the name as written in the document.
    static func original(_ name: String) -> String {
        name.contains(blank) ? name.replacing(blank, with: " ") : name
    }
}

/// The number of repairs of each kind of defect.
public struct XMLRepairs: Sendable, Equatable, Codable {
    /// The number of dropped bytes 0x00–0x08, 0x0B, 0x0C and 0x0E–0x1F.
    public internal(set) var controlCharacters = 0

    /// The number of dropped numeric references to the code points of `controlCharacters`, such as
    /// `&#11;`.
    public internal(set) var controlReferences = 0

    /// The number of invalid UTF-8 sequences and of numeric references to code points that are not
    /// characters. Each of them became U+FFFD. Each maximal part of an invalid sequence counts as
    /// one. Code points that are not characters are surrogates, U+FFFE, U+FFFF and all above
    /// U+10FFFF.
    public internal(set) var invalidCharacters = 0

    /// The number of attributes that the `XMLRepairRule` renamed or whose names contained blanks.
    public internal(set) var renamedAttributes = 0

    /// The number of dropped repeated attributes.
    public internal(set) var droppedAttributes = 0

    /// The number of references to entities that XML does not predefine, such as `&nbsp;`. They
    /// became literal text.
    public internal(set) var undefinedEntities = 0

    /// The number of ampersands outside references. They became literal text.
    public internal(set) var bareAmpersands = 0

    public init() {}

    /// Adds the repairs of two parts of one document.
    public static func + (first: XMLRepairs, second: XMLRepairs) -> XMLRepairs {
        var sum = first
        for count in counts { sum[keyPath: count] += second[keyPath: count] }
        return sum
    }

    /// The number of all repairs.
    public var total: Int { XMLRepairs.counts.reduce(0) { $0 + self[keyPath: $1] } }

    private static let counts: [WritableKeyPath<XMLRepairs, Int> & Sendable] = [
        \.controlCharacters, \.controlReferences, \.invalidCharacters, \.renamedAttributes, \.droppedAttributes,
        \.undefinedEntities, \.bareAmpersands,
    ]
}
