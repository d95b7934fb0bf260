import JSON
import XMLStream

/// Captures elements without columns as JSON. Names and order are those of the export: `{"name": …,
/// "attributes": {…}, "children": […], "text": …}`.
struct ElementCapture {
    private var writer = JSONWriter(capacity: 0)
    /// For each open element, its text so far, and true if it already has children.
    private var open: [(hasChildren: Bool, text: String)] = []
    private var pendingBytes = 0

    /// The most bytes of one captured element: 64 MiB. The route of a day has about 3 MiB.
    static let bytesMax = 64 << 20

    var isOpen: Bool { !open.isEmpty }
    var bytes: [UInt8] { writer.bytes }
    /// True if the element is longer than `bytesMax`. The capture then keeps no part of it.
    private(set) var isTooLarge = false

    mutating func start(_ element: XMLElement) {
        defer { open.append((false, "")) }
        guard !isTooLarge else { return }
        if let last = open.indices.last, !open[last].hasChildren {
            open[last].hasChildren = true
            writer.key("children")
            writer.open("[")
        }
        writer.open("{")
        writer.member("name", element.nameText)
        if element.attributeCount > 0 {
            writer.object("attributes") { writer in
                for index in 0..<element.attributeCount {
                    writer.key(element.attributeNameText(index))
                    writer.value(element.value(index))
                }
            }
        }
        checkSize()
    }

    mutating func characters(_ characters: String) {
        guard let last = open.indices.last, !isTooLarge else { return }
        open[last].text += characters
        pendingBytes += characters.utf8.count
        checkSize()
    }

    mutating func end() {
        guard let (hasChildren, content) = open.popLast(), !isTooLarge else { return }
        pendingBytes -= content.utf8.count
        if hasChildren { writer.close("]") }
        if !content.isEmpty { writer.member("text", content) }
        writer.close("}")
        checkSize()
    }

    /// Frees the memory if the element is longer than `bytesMax`.
    private mutating func checkSize() {
        guard writer.bytes.count + pendingBytes > ElementCapture.bytesMax else { return }
        isTooLarge = true
        writer = JSONWriter(capacity: 0)
        for index in open.indices { open[index].text = "" }
    }
}
