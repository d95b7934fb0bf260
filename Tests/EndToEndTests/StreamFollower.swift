import Foundation
import TestSupport

/// A client that follows `GET /v1/changes/stream`, and reconnects with the id of the last event
/// whenever the stream ends.
struct StreamFollower: Sendable {
    let query: String
    /// The copy that the client holds, if it requests the changes themselves.
    private(set) var replica = HTTPReplica(types: nil)
    private(set) var openings = 0
    private var lastEventID: String?
    private var lastTypesPosition = 0

    init(query: String) { self.query = query }

    var holdsChanges: Bool { query.contains("changes=true") }
    var lastPosition: Int { holdsChanges ? replica.lastPosition : lastTypesPosition }

    /// Follows until the end of the feed is known and reached, or until a time limit.
    ///
    /// - Parameter leaving: determines when the client disconnects by itself. nil means never.
    mutating func follow(_ world: FaultyWorld, leaving: SeededGenerator?) async throws {
        var random = leaving
        var endKnown: Date?
        while true {
            let stay = random == nil ? .infinity : Double(200 + (random?.below(2_500) ?? 0)) / 1_000
            let opened = Date()
            let client = try EventClient(world.store, query: query, token: world.token, lastEventID: lastEventID)
            openings += 1
            var taken = 0
            while client.process.isRunning, Date().timeIntervalSince(opened) < stay, !isDone(world) {
                try await Task.sleep(for: .milliseconds(50))
                try take(client.blocks, after: &taken, world)
                if endKnown == nil, world.feedEnd != nil { endKnown = Date() }
                if let endKnown, Date().timeIntervalSince(endKnown) > Patience.seconds { break }
            }
            await client.close()
            try take(client.blocks, after: &taken, world)
            if isDone(world) { return }
            if let endKnown, Date().timeIntervalSince(endKnown) > Patience.seconds { return }
            try await Task.sleep(for: .milliseconds(150))
        }
    }

    private func isDone(_ world: FaultyWorld) -> Bool { world.feedEnd.map { lastPosition >= $0 } ?? false }

    private mutating func take(_ blocks: [EventClient.Event], after taken: inout Int, _ world: FaultyWorld) throws {
        for block in blocks.dropFirst(taken) {
            switch block.name {
            case "change": try replica.apply(block.object)
            case "types": break
            case nil: break
            default: world.noteSurprise("a stream said \(block.name ?? "") \(block.data ?? "")")
            }
            if let id = block.id {
                lastEventID = id
                if !holdsChanges { lastTypesPosition = Int(id) ?? 0 }
            }
        }
        taken = max(taken, blocks.count)
    }
}
