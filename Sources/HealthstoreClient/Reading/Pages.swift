/// The elements of an answer that comes in pages. The sequence keeps one page in memory, and asks
/// for the next one when it is needed.
public struct Pages<Element: Sendable>: AsyncSequence, Sendable {
    struct Page: Sendable {
        var elements: [Element]
        /// The cursor of the next page; nil for the last page.
        var cursor: String?
    }

    /// Returns the page of a cursor, and the first page for nil.
    let page: @Sendable (String?) async throws -> Page

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let page: @Sendable (String?) async throws -> Page
        fileprivate var elements: [Element] = []
        fileprivate var index = 0
        fileprivate var cursor: String?
        fileprivate var isAtEnd = false

        /// Returns the next element, or nil after the last one.
        ///
        /// - Throws: `HealthstoreError` or `CancellationError`. After an error the same iterator
        ///   asks for the same page again.
        public mutating func next() async throws -> Element? {
            while index == elements.count {
                guard !isAtEnd else { return nil }
                let next = try await page(cursor)
                (elements, index, cursor, isAtEnd) = (next.elements, 0, next.cursor, next.cursor == nil)
            }
            defer { index += 1 }
            return elements[index]
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(page: page) }
}
