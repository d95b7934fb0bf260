/// Receives the events of `XMLEvents` in document order, on the thread that calls `send`.
///
/// An error thrown by a handler ends the call of `send`, which rethrows it.
///
/// - Throws: Each method may throw any error.
public protocol XMLHandler: AnyObject {
    /// Handles a start tag, or the start of an empty element.
    func startElement(_ element: XMLElement) throws

    /// Handles an end tag, or the end of an empty element.
    ///
    /// - Parameters:
    ///   - name: the index of its name in the vocabulary, or -1.
    ///   - line: the line of the end tag, from 1.
    func endElement(_ name: Int, line: Int) throws

    /// Handles the text between two tags, in one call. It is not called for text of only white
    /// space. Comments and processing instructions do not divide text.
    ///
    /// The default implementation does nothing.
    func characters(_ characters: XMLCharacters) throws
}

extension XMLHandler {
    public func characters(_ characters: XMLCharacters) {}
}

/// The text between two tags, without leading and trailing white space (space, tab, line end).
/// References are expanded and line ends normalised to LF.
public struct XMLCharacters {
    /// The text as UTF-8, never empty. A slice keeps the memory of its block of events.
    public let bytes: ArraySlice<UInt8>

    /// The line of the text's first character, from 1.
    public let line: Int

    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A start tag: its name and its attributes in the order of the document.
///
/// An element keeps the memory of its block of events.
public struct XMLElement {
    private let list: XMLEventList
    private let index: Int

    init(_ list: XMLEventList, _ index: Int) {
        self.list = list
        self.index = index
    }

    private var event: XMLEventList.Event { list.events[index] }

    private var attributesStart: Int { list.attributesStart(of: index) }

    /// The index of the name in the vocabulary, or -1.
    public var name: Int { Int(event.name) }

    /// The name as written, with its prefix.
    public var nameText: String {
        if name >= 0 { return list.words[name] }
        return String(decoding: list.bytes[list.bytesStart(of: index)..<Int(event.nameEnd)], as: UTF8.self)
    }

    /// The line of the original document in which the tag begins, from 1.
    public var line: Int { event.line }

    /// The number of open elements, including this one. It is 1 for the root.
    public var depth: Int { Int(event.depth) }

    /// The number of bytes of all attribute values and of the names outside the vocabulary.
    public var byteCount: Int { Int(event.bytesEnd) - list.bytesStart(of: index) }

    /// The number of attributes after repairs.
    public var attributeCount: Int { Int(event.attributesEnd) - attributesStart }

    /// Returns the index of an attribute's name in the vocabulary, or -1.
    ///
    /// - Parameter index: 0 or more, and below `attributeCount`. The same applies to the following
    ///   methods.
    public func attributeName(_ index: Int) -> Int { Int(list.attributes[attributesStart + index].name) }

    /// Returns the name of an attribute as written, with its prefix and its repaired blanks.
    public func attributeNameText(_ index: Int) -> String {
        let position = attributesStart + index
        let attribute = list.attributes[position]
        if attribute.name >= 0 { return list.words[Int(attribute.name)] }
        let start = index == 0 ? Int(event.nameEnd) : Int(list.attributes[position - 1].end)
        return XMLAttributeName.original(String(decoding: list.bytes[start..<Int(attribute.start)], as: UTF8.self))
    }

    /// Returns the value of an attribute as UTF-8. References are expanded. Each tab and line end
    /// becomes a space, as [XML requires](https://www.w3.org/TR/xml/#AVNormalize).
    ///
    /// A slice keeps the memory of its block of events.
    public func bytes(_ index: Int) -> ArraySlice<UInt8> {
        let attribute = list.attributes[attributesStart + index]
        return list.bytes[Int(attribute.start)..<Int(attribute.end)]
    }

    /// Returns the value of an attribute.
    public func value(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    /// Returns the index of the attribute whose name has the vocabulary index `name`, or nil.
    public func index(of name: Int) -> Int? {
        let start = attributesStart
        return (start..<Int(event.attributesEnd)).first { list.attributes[$0].name == name }.map { $0 - start }
    }
}
