/// Limits of a document. A document beyond a limit is an error, `limitExceeded`; it is never
/// truncated silently.
public struct XMLLimits: Sendable, Equatable {
    /// Elements open at one time. The root alone is 1. The default is 64.
    public var depthMax = 64

    /// Attributes of one tag, including repeated ones. The default is 200.
    public var attributesMax = 200

    /// Bytes of all attribute values of one element, with expanded references. The default is 1
    /// MiB.
    public var attributeBytesMax = 1 << 20

    /// Bytes of one tag, comment, CDATA section or processing instruction, after repairs except
    /// those of its attributes. The filter holds that many bytes in memory. The default is 4 MiB,
    /// the maximum 1 GiB, because expat counts in Int32.
    public var tokenBytesMax = 4 << 20

    /// Bytes of the text between two tags, with expanded references and without leading white
    /// space. The default is 4 MiB.
    public var textBytesMax = 4 << 20

    /// Bytes of the document type declaration, which is skipped. The default is 1 MiB.
    public var doctypeBytesMax = 1 << 20

    /// Creates the default limits.
    public init() {}
}

/// A repair for tags that have one attribute twice and lack another, because their writer gave the
/// second one the wrong name.
///
/// With `XMLRepairRule(attribute: "startDate", secondBecomes: "endDate")`, the second `startDate`
/// of a tag is renamed to `endDate`, unless the tag has an `endDate`. Of any other repeated
/// attribute the first one stays, and the others are dropped.
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
    /// The replacement of a blank, as ISO/IEC 9075-14 maps SQL names to XML:
    /// `Health_x0020_Mate_x0020_App_x0020_Version`.
    static let blank = "_x0020_"

    /// The name as written in the document.
    static func original(_ name: String) -> String {
        name.contains(blank) ? name.replacing(blank, with: " ") : name
    }
}

/// The number of repairs of each kind of defect.
public struct XMLRepairs: Sendable, Equatable, Codable {
    /// Dropped bytes 0x00–0x08, 0x0B, 0x0C and 0x0E–0x1F.
    public internal(set) var controlCharacters = 0

    /// Dropped numeric references to those code points, such as `&#11;`.
    public internal(set) var controlReferences = 0

    /// Invalid UTF-8 sequences (each maximal part counts as one) and numeric references to code
    /// points that are not characters (surrogates, U+FFFE, U+FFFF, above U+10FFFF) that became
    /// U+FFFD.
    public internal(set) var invalidCharacters = 0

    /// Attributes renamed by the `XMLRepairRule`, or because their names contained blanks.
    public internal(set) var renamedAttributes = 0

    /// Dropped repeated attributes.
    public internal(set) var droppedAttributes = 0

    /// References to entities that XML does not predefine, such as `&nbsp;`, that became literal
    /// text.
    public internal(set) var undefinedEntities = 0

    /// Ampersands outside references that became literal text.
    public internal(set) var bareAmpersands = 0

    public init() {}

    /// The repairs of two parts of one document.
    public static func + (first: XMLRepairs, second: XMLRepairs) -> XMLRepairs {
        var sum = first
        sum.controlCharacters += second.controlCharacters
        sum.controlReferences += second.controlReferences
        sum.invalidCharacters += second.invalidCharacters
        sum.renamedAttributes += second.renamedAttributes
        sum.droppedAttributes += second.droppedAttributes
        sum.undefinedEntities += second.undefinedEntities
        sum.bareAmpersands += second.bareAmpersands
        return sum
    }

    /// The number of all repairs.
    public var total: Int {
        controlCharacters + controlReferences + invalidCharacters + renamedAttributes + droppedAttributes
            + undefinedEntities + bareAmpersands
    }
}
