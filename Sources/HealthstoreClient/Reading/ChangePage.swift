import Foundation

/// A page of the change feed, as in `HKAnchoredObjectQuery`. Apply its changes in order, and then
/// keep its anchor.
public struct ChangePage: Decodable, Hashable, Sendable {
    public var changes: [Change]
    /// The anchor after this page. It belongs to the person and to the types of the question.
    public var anchor: String
    /// True if the next page has more changes already.
    public var hasMore: Bool

    public enum Change: Decodable, Hashable, Sendable {
        /// The sample was stored. Replace the sample that has this uuid.
        case saved(SampleRecord)
        /// The sample was deleted. The feed may never have had it. `type` is nil if it is unknown.
        case deleted(UUID, type: String?)
        /// A preference of the person has changed, for example a unit. Read figures again.
        case preference
        /// A change of a kind that this version of the library does not know.
        case unknown

        private enum CodingKeys: String, CodingKey { case change, sample, uuid, type }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(String.self, forKey: .change) {
            case "saved": self = .saved(try container.decode(SampleRecord.self, forKey: .sample))
            case "deleted":
                self = .deleted(
                    try container.decode(UUID.self, forKey: .uuid),
                    type: try container.decodeIfPresent(String.self, forKey: .type))
            case "preference": self = .preference
            default: self = .unknown
            }
        }
    }
}

/// The pages of the change feed after an anchor.
///
/// A sequence that polls never ends by itself: at the end of the feed it waits and asks again. End
/// it by cancelling the task. Another one ends with the first page without more changes.
public struct ChangePages: AsyncSequence, Sendable {
    let client: HealthstoreClient
    let types: [String]?
    let anchor: String?
    let limit: Int
    let pollInterval: Duration?

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let pages: ChangePages
        fileprivate var anchor: String?
        fileprivate var isAtEnd = false

        /// Returns the next page. Without polling, the last page may be empty. A sequence that
        /// polls returns no page without changes after the first.
        ///
        /// - Throws: `HealthstoreError` or `CancellationError`. After an error the same iterator
        ///   asks for the same page again. The service's code `anchor_expired` (410) means that the
        ///   reader must begin without an anchor, and delete every sample that the new feed does
        ///   not have.
        public mutating func next() async throws -> ChangePage? {
            let returnsEmpty = !isAtEnd
            while true {
                if isAtEnd {
                    guard let interval = pages.pollInterval else { return nil }
                    try await Task.sleep(for: interval)
                }
                let page = try await pages.client.changePage(pages.types, after: anchor, limit: pages.limit)
                anchor = page.anchor
                isAtEnd = !page.hasMore
                if returnsEmpty || !page.changes.isEmpty { return page }
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self, anchor: anchor) }
}
