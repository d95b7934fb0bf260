/// Receives the events of an `XMLStream` in document order, on the thread that calls `parse` and
/// `finish`.
///
/// An error thrown by a handler ends the parse, and `parse` or `finish` rethrows it. A handler must
/// not call the stream that calls it.
///
/// - Throws: Each method may throw any error.
public protocol XMLHandler: AnyObject {
    /// Handles a start tag, or the start of an empty element. The stream reuses the object, so it
    /// is valid only during the call.
    func startElement(_ element: XMLElement) throws

    /// Handles an end tag, or the end of an empty element.
    ///
    /// - Parameters:
    ///   - name: the index of its name in the vocabulary, or -1.
    ///   - line: the line of the end tag, from 1.
    func endElement(_ name: Int, line: Int) throws

    /// Handles the text between two tags, in one call. It is not called for text of only white
    /// space. Comments and processing instructions do not divide text. The stream reuses the
    /// object, so it is valid only during the call.
    ///
    /// The default implementation does nothing.
    func characters(_ element: XMLCharacters) throws
}

extension XMLHandler {
    public func characters(_ element: XMLCharacters) {}
}

/// The text between two tags, without leading and trailing white space (space, tab, line end).
/// References are expanded and line ends normalised to LF.
///
/// The stream reuses the object, so it is valid only during a call of the handler.
public final class XMLCharacters {
    /// The text as UTF-8, never empty.
    public internal(set) var bytes: [UInt8] = []

    /// The line of the text's first character, from 1.
    public internal(set) var line = 0

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    init() {}
}

/// A start tag: its name and its attributes in the order of the document.
///
/// The stream reuses the object, so it is valid only during a call of the handler. After the call,
/// it has no attributes and no name.
public final class XMLElement {
    /// The index of the name in the vocabulary, or -1.
    public internal(set) var name = -1

    /// The line of the original document in which the tag begins, from 1.
    public internal(set) var line = 0

    /// The number of open elements, including this one. It is 1 for the root.
    public internal(set) var depth = 0

    /// All attribute values in sequence, as UTF-8. References are expanded. Each tab and line end
    /// becomes a space, as [XML requires](https://www.w3.org/TR/xml/#AVNormalize).
    public internal(set) var bytes: [UInt8] = []

    let vocabulary: Vocabulary
    private var names: [Int] = []
    private var ends: [Int] = []

    /// Expat's name of the element, for names outside the vocabulary. It is nil outside a call of
    /// the handler.
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

    /// The number of attributes after repairs.
    public var attributeCount: Int { names.count }

    /// Returns the index of an attribute's name in the vocabulary, or -1.
    ///
    /// - Parameter index: 0 or more, and below `attributeCount`. The same applies to the following
    ///   methods.
    public func attributeName(_ index: Int) -> Int { names[index] }

    /// Returns the name of an attribute as written, with its prefix and its repaired blanks.
    public func attributeNameText(_ index: Int) -> String {
        if names[index] >= 0 { return vocabulary.words[names[index]] }
        return rawAttributes?[2 * index].map { XMLAttributeName.original(String(cString: $0)) } ?? ""
    }

    /// Returns the range of an attribute's value in `bytes`.
    public func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Returns the value of an attribute.
    public func value(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

    /// Returns the index of the attribute whose name has the vocabulary index `name`, or nil.
    public func index(of name: Int) -> Int? { names.firstIndex(of: name) }

    /// Copies a start tag from expat. Returns false if its values exceed `bytesMax`.
    ///
    /// - Parameter attributes: alternating names and values, ended by null.
    func fill(
        _ rawName: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>, bytesMax: Int
    ) -> Bool {
        self.rawName = rawName
        rawAttributes = attributes
        name = vocabulary.index(of: rawName)
        // Local variables hold the arrays while they grow, because each access to a property of a
        // class costs a check of exclusive access.
        var (bytes, names, ends) = (self.bytes, self.names, self.ends)
        (self.bytes, self.names, self.ends) = ([], [], [])
        defer { (self.bytes, self.names, self.ends) = (bytes, names, ends) }
        var next = attributes
        while let attribute = next[0], let value = next[1] {
            let count = cStringLength(value)
            guard bytes.count + count <= bytesMax else { return false }
            names.append(vocabulary.index(of: attribute))
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: count))
            ends.append(bytes.count)
            next += 2
        }
        return true
    }

    /// Clears the tag, so that no pointer to expat's memory remains after the call.
    func clear() {
        rawName = nil
        rawAttributes = nil
        name = -1
        names.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }
}
