/// The events of one piece of a document, in the order of the document.
///
/// A block holds its values in a few flat arrays. So it can be passed to another thread without a
/// copy, and its memory is bounded by the length of the piece (`byteCount`).
public struct XMLEvents: Sendable {
    let list: XMLEventList

    /// The reason why the document cannot be read further; nil if it can be read. It follows all
    /// events of the block.
    public let failure: XMLStreamError?

    /// The number of events.
    public var count: Int { list.events.count }

    /// The number of bytes of memory that the block takes. It is at most
    /// `XMLStream.eventBytesMax` for each byte of the piece and of the markup and text that
    /// earlier pieces began.
    public var byteCount: Int { list.byteCount }

    /// Calls the handler for each event, on the thread of the caller.
    ///
    /// - Throws: the first error of the handler, which then gets no further events. Otherwise
    ///   `failure`, after all events.
    public func send(to handler: any XMLHandler) throws {
        for index in list.events.indices {
            let event = list.events[index]
            switch event.kind {
            case .start: try handler.startElement(XMLElement(list, index))
            case .end: try handler.endElement(Int(event.name), line: event.line)
            case .text: try handler.characters(XMLCharacters(bytes: list.bytes(of: index), line: event.line))
            }
        }
        if let failure { throw failure }
    }
}

/// The arrays of `XMLEvents`.
///
/// Offsets have 32 bits, so that an event takes 32 bytes and an attribute 12. `XMLStream` limits
/// the length of a piece accordingly.
struct XMLEventList: Sendable {
    enum Kind: UInt8 { case start, end, text }

    struct Event {
        var kind: Kind
        /// The vocabulary index of the name, or -1. 0 for a text.
        var name: Int32 = 0
        /// The number of open elements after a start tag.
        var depth: Int32 = 0
        /// For a name outside the vocabulary, the end of the name in `bytes`. The name begins where
        /// the previous event ends.
        var nameEnd: Int32
        /// The ends of the event in `attributes` and `bytes`. It begins where the previous event
        /// ends.
        var attributesEnd: Int32
        var bytesEnd: Int32
        var line: Int
    }

    struct Attribute {
        /// The vocabulary index of the name, or -1.
        var name: Int32
        /// The range of the value in `bytes`. A name outside the vocabulary precedes it.
        var start: Int32
        var end: Int32
    }

    let words: [String]
    var events: [Event] = []
    var attributes: [Attribute] = []
    var bytes: [UInt8] = []

    init(words: [String]) {
        self.words = words
    }

    var byteCount: Int {
        events.count * MemoryLayout<Event>.stride + attributes.count * MemoryLayout<Attribute>.stride + bytes.count
    }

    func attributesStart(of index: Int) -> Int { index == 0 ? 0 : Int(events[index - 1].attributesEnd) }

    func bytesStart(of index: Int) -> Int { index == 0 ? 0 : Int(events[index - 1].bytesEnd) }

    /// Returns the names outside the vocabulary and the values of an event, or its text.
    func bytes(of index: Int) -> ArraySlice<UInt8> { bytes[bytesStart(of: index)..<Int(events[index].bytesEnd)] }

    /// Returns the list, and replaces it by an empty list with space for a similar piece.
    mutating func take() -> XMLEventList {
        let taken = self
        events = []
        attributes = []
        bytes = []
        events.reserveCapacity(taken.events.count + taken.events.count / 8)
        attributes.reserveCapacity(taken.attributes.count + taken.attributes.count / 8)
        bytes.reserveCapacity(taken.bytes.count + taken.bytes.count / 8)
        return taken
    }
}
