import XMLStream

/// Captures elements without columns as JSON. Names and order are those of the export: `{"name": …,
/// "attributes": {…}, "children": […], "text": …}`.
struct ElementCapture {
    private var text = JSONText()
    /// For each open element, true if it already has children.
    private var open: [Bool] = []
    private var pendingText: [String] = []
    private var pendingBytes = 0

    /// The most bytes of one captured element: 64 MiB. The route of a day has about 3 MiB.
    static let bytesMax = 64 << 20

    var isOpen: Bool { !open.isEmpty }
    var bytes: [UInt8] { text.bytes }
    /// True if the element is longer than `bytesMax`. The capture then keeps no part of it.
    private(set) var isTooLarge = false

    mutating func removeAll() {
        isTooLarge = false
        pendingBytes = 0
        text.bytes.removeAll(keepingCapacity: text.bytes.count < 1 << 16)
        open.removeAll(keepingCapacity: true)
        pendingText.removeAll(keepingCapacity: true)
    }

    mutating func start(_ element: XMLElement) {
        defer {
            open.append(false)
            pendingText.append("")
        }
        guard !isTooLarge else { return }
        if let last = open.indices.last {
            text.raw(open[last] ? "," : ",\"children\":[")
            open[last] = true
        } else if !text.bytes.isEmpty {
            text.raw(",")
        }
        text.raw("{\"name\":")
        text.string(element.nameText)
        ElementCapture.attributes(of: element, into: &text)
        checkSize()
    }

    mutating func characters(_ characters: String) {
        guard let last = pendingText.indices.last, !isTooLarge else { return }
        pendingText[last] += characters
        pendingBytes += characters.utf8.count
        checkSize()
    }

    mutating func end() {
        guard let hasChildren = open.popLast(), let content = pendingText.popLast(), !isTooLarge else { return }
        pendingBytes -= content.utf8.count
        if hasChildren { text.raw("]") }
        if !content.isEmpty {
            text.raw(",\"text\":")
            text.string(content)
        }
        text.raw("}")
        checkSize()
    }

    private mutating func checkSize() {
        guard text.bytes.count + pendingBytes > ElementCapture.bytesMax else { return }
        isTooLarge = true
        text = JSONText()
        for index in pendingText.indices { pendingText[index] = "" }
    }

    private static func attributes(of element: XMLElement, into text: inout JSONText) {
        guard element.attributeCount > 0 else { return }
        text.raw(",\"attributes\":{")
        for index in 0..<element.attributeCount {
            if index > 0 { text.raw(",") }
            text.string(element.attributeNameText(index))
            text.raw(":")
            text.string(element.bytes(index))
        }
        text.raw("}")
    }
}
