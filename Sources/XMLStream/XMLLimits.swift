/// The largest things a document may hold. What goes beyond ends the parse with `limitExceeded`:
/// it is never cut short in silence.
public struct XMLLimits: Sendable, Equatable {
    /// Elements open at one time; the root alone is 1. The default is 64.
    public var depthMax = 64

    /// Attributes of one tag, counted before repeated ones are dropped. The default is 200.
    public var attributesMax = 200

    /// Bytes of all attribute values of one element, references expanded. The default is 1 MiB.
    public var attributeBytesMax = 1 << 20

    /// Bytes of one tag, comment, CDATA section or processing instruction, after repairs other than of its
    /// attributes. The filter holds that much in memory. The default is 4 MiB, the most 1 GiB: expat counts in Int32.
    public var tokenBytesMax = 4 << 20

    /// Bytes of one run of text between two tags, references expanded, white space before it not counted. The default is 4 MiB.
    public var textBytesMax = 4 << 20

    /// Bytes of the document type declaration, which is skipped. The default is 1 MiB.
    public var doctypeBytesMax = 1 << 20

    /// The defaults; change the properties that shall differ.
    public init() {}
}

/// What to do when a tag has one attribute twice and lacks another: a defect of writers that gave the wrong name
/// to the second.
///
/// With `XMLRepairRule(attribute: "startDate", secondBecomes: "endDate")`, the second `startDate` of a tag is
/// renamed to `endDate`, unless the tag has an `endDate`. Every other repeated attribute is dropped, whatever
/// the rule: the first one stays.
public struct XMLRepairRule: Sendable, Equatable {
    /// The attribute that is there twice.
    public var attribute: String

    /// The name that its second occurrence gets.
    public var secondBecomes: String

    public init(attribute: String, secondBecomes: String) {
        self.attribute = attribute
        self.secondBecomes = secondBecomes
    }
}

/// What becomes of blanks in attribute names, such as `Health Mate App Version`, which XML does not allow.
enum XMLAttributeName {
    /// What stands for a blank, as ISO/IEC 9075-14 maps names of SQL to XML: `Health_x0020_Mate_x0020_App_x0020_Version`.
    static let blank = "_x0020_"

    /// The name as it was written.
    static func original(_ name: String) -> String {
        name.contains(blank) ? name.replacing(blank, with: " ") : name
    }
}

/// How often each defect was repaired.
public struct XMLRepairs: Sendable, Equatable, Codable {
    /// Bytes 0x00–0x08, 0x0B, 0x0C and 0x0E–0x1F that were dropped.
    public internal(set) var controlCharacters = 0

    /// Numeric references to those code points, such as `&#11;`, that were dropped.
    public internal(set) var controlReferences = 0

    /// Invalid UTF-8 sequences (each maximal part counts as one) and numeric references to what is no character
    /// (surrogates, U+FFFE, U+FFFF, above U+10FFFF) that became U+FFFD.
    public internal(set) var invalidCharacters = 0

    /// Attributes renamed by the `XMLRepairRule`, or because their names had blanks.
    public internal(set) var renamedAttributes = 0

    /// Repeated attributes that were dropped.
    public internal(set) var droppedAttributes = 0

    /// References to an entity that XML does not predefine, such as `&nbsp;`, that became literal text.
    public internal(set) var undefinedEntities = 0

    /// Ampersands that begin no reference and became literal text.
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

    /// All repairs together.
    public var total: Int {
        controlCharacters + controlReferences + invalidCharacters + renamedAttributes + droppedAttributes
            + undefinedEntities + bareAmpersands
    }
}
