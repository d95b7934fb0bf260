/// Receives what an `XMLStream` reads, in document order, on the thread that calls `parse` and `finish`.
///
/// An error thrown here ends the parse and comes out of `parse` or `finish` unchanged. A handler must not call
/// the stream that calls it.
public protocol XMLHandler: AnyObject {
    /// A start tag, or the start of an empty element. The object is reused: what it says is valid during the call.
    func startElement(_ element: XMLElement) throws

    /// An end tag, or the end of an empty element. `name` is the place of the name in the vocabulary, -1 if it is
    /// not in it; `line` is the line of the end tag, from 1.
    func endElement(_ name: Int, line: Int) throws

    /// All text between two tags, in one call; not called if it is only white space. Comments and processing
    /// instructions do not divide text. The object is reused: what it says is valid during the call.
    ///
    /// The default does nothing.
    func characters(_ element: XMLCharacters) throws
}

extension XMLHandler {
    public func characters(_ element: XMLCharacters) throws {}
}

/// The text between two tags, references expanded, line ends normalised to LF, without the white space (space, tab,
/// line end) at its start and end.
///
/// One reused object; what it says is valid only during the call.
public final class XMLCharacters {
    /// The text as UTF-8, never empty.
    public internal(set) var bytes: [UInt8] = []

    /// The line of its first character, from 1.
    public internal(set) var line = 0

    /// The text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    init() {}
}

/// A start tag: its name and its attributes in the order of the document.
///
/// One reused object; what it says is valid only during the call. Afterwards it has no attributes and no name.
public final class XMLElement {
    /// The place of the name in the vocabulary; -1 if it is not in it.
    public internal(set) var name = -1

    /// The line of the original document where the tag begins, from 1.
    public internal(set) var line = 0

    /// How many elements are open, this one included: 1 for the root.
    public internal(set) var depth = 0

    /// All attribute values, one after the other: UTF-8, references expanded, and each tab and line end turned
    /// to a space, as [XML asks](https://www.w3.org/TR/xml/#AVNormalize).
    public internal(set) var bytes: [UInt8] = []

    let vocabulary: Vocabulary
    private var names: [Int] = []
    private var ends: [Int] = []

    /// What expat gave, for names outside the vocabulary; nil outside the call.
    private var rawName: UnsafePointer<CChar>?
    private var rawAttributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The name as written, with its prefix.
    public var nameText: String {
        if name >= 0 { return vocabulary.words[name] }
        return rawName.map { String(cString: $0) } ?? ""
    }

    /// How many attributes there are, after repairs.
    public var attributeCount: Int { names.count }

    /// The place in the vocabulary of the name of an attribute; -1 if it is not in it.
    ///
    /// - Parameter i: from 0, below `attributeCount`, as in the methods that follow.
    public func attributeName(_ i: Int) -> Int { names[i] }

    /// The name of an attribute as written, with its prefix and with blanks that were repaired.
    public func attributeNameText(_ i: Int) -> String {
        if names[i] >= 0 { return vocabulary.words[names[i]] }
        return rawAttributes?[2 * i].map { XMLAttributeName.original(String(cString: $0)) } ?? ""
    }

    /// Where in `bytes` the value of an attribute is.
    public func range(_ i: Int) -> Range<Int> { (i == 0 ? 0 : ends[i - 1])..<ends[i] }

    /// The value of an attribute.
    public func value(_ i: Int) -> String { String(decoding: bytes[range(i)], as: UTF8.self) }

    /// The attribute whose name has that place in the vocabulary; nil if there is none.
    public func index(of name: Int) -> Int? { names.firstIndex(of: name) }

    /// Takes over what expat says about a start tag; false if the values are larger than `bytesMax`.
    ///
    /// - Parameter attributes: names and values by turns, ended by null.
    func fill(
        _ rawName: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>, bytesMax: Int
    ) -> Bool {
        self.rawName = rawName
        rawAttributes = attributes
        name = vocabulary.place(of: rawName)
        // Local while they grow: a property of a class costs a check of exclusive access each time.
        var (bytes, names, ends) = (self.bytes, self.names, self.ends)
        (self.bytes, self.names, self.ends) = ([], [], [])
        defer { (self.bytes, self.names, self.ends) = (bytes, names, ends) }
        var next = attributes
        while let attribute = next[0], let value = next[1] {
            let count = cStringLength(value)
            guard bytes.count + count <= bytesMax else { return false }
            names.append(vocabulary.place(of: attribute))
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: count))
            ends.append(bytes.count)
            next += 2
        }
        return true
    }

    /// Forgets the tag, so that nothing points to memory of expat after the call.
    func clear() {
        rawName = nil
        rawAttributes = nil
        name = -1
        names.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }
}
