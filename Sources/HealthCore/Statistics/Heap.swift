/// An element of a `Heap`.
protocol HeapElement {
    /// Returns true if this element must leave the heap before `other`.
    func precedes(_ other: Self) -> Bool
}

/// A binary heap. The first element precedes all others.
struct Heap<Element: HeapElement> {
    /// All elements; only the first has a defined place.
    private(set) var elements: [Element] = []

    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child].precedes(elements[parent]) else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var parent = 0
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child].precedes(elements[first]) {
                first = child
            }
            guard first != parent else { return }
            elements.swapAt(parent, first)
            parent = first
        }
    }

    /// Changes all elements. `body` must not change which element precedes another.
    mutating func update(_ body: (inout Element) -> Void) {
        for index in elements.indices { body(&elements[index]) }
    }
}
