import Foundation
import Synchronization

@testable import HealthstoreClient

/// Records what happens in a simulation, in order. `scripts/model` checks that the model of the
/// protocol accepts it.
///
/// The environment variable `HEALTHSTORE_SIMULATION_TRACES` names the folder of the records. Each
/// line has the name of an event and its words. Sets of uuids are joined with commas.
final class SimulationTrace: Sendable {
    private struct State {
        var lines: [String] = []
        /// Files that are written, but do not have their name yet.
        var drafts: [String: Data] = [:]
        var batches: [String: OutboxBatch] = [:]
        var anchors: [String: Data] = [:]
    }

    static let folder = ProcessInfo.processInfo.environment["HEALTHSTORE_SIMULATION_TRACES"]
    private let state = Mutex(State())

    func note(_ words: String...) {
        state.withLock { $0.lines.append(words.joined(separator: " ")) }
    }

    /// Records a step with a file of the outbox that is about to happen.
    func note(_ step: DurableDirectory.Step) {
        state.withLock { state in
            switch step {
            case .write(let draft, let data):
                state.drafts[draft.lastPathComponent.replacing("temporary-", with: "")] = data
            case .rename(let file):
                guard let data = state.drafts.removeValue(forKey: file.lastPathComponent) else { return }
                switch file.deletingLastPathComponent().lastPathComponent {
                case "queue": SimulationTrace.enqueue(data, file.lastPathComponent, &state)
                case "anchors": SimulationTrace.move(data, &state)
                default: break
                }
            case .remove(let file):
                guard file.deletingLastPathComponent().lastPathComponent == "queue" else { return }
                if let batch = state.batches.removeValue(forKey: file.lastPathComponent) {
                    state.lines.append("removed \(batch.header.type) \(SimulationTrace.names(batch))")
                }
            default: break
            }
        }
    }

    /// Records that a file of the outbox was damaged.
    func noteDamage(_ name: String) {
        state.withLock { state in
            guard let batch = state.batches[name] else { return }
            state.lines.append("damaged \(batch.header.type) \(SimulationTrace.names(batch))")
        }
    }

    /// Writes the record into the folder.
    func write(seed: UInt64) throws {
        guard let folder = SimulationTrace.folder else { return }
        let text = state.withLock { $0.lines.joined(separator: "\n") + "\n" }
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(seed).trace"))
    }

    private static func enqueue(_ data: Data, _ name: String, _ state: inout State) {
        guard let batch = try? OutboxBatch(encoded: data) else { return }
        state.batches[name] = batch
        state.lines.append("enqueued \(batch.header.type) \(names(batch))")
    }

    private static func move(_ data: Data, _ state: inout State) {
        guard let anchors = try? JSONDecoder().decode([String: Data].self, from: data) else { return }
        for (type, anchor) in anchors where state.anchors[type] != anchor {
            state.lines.append("anchor \(type) \(String(decoding: anchor, as: UTF8.self))")
        }
        state.anchors = anchors
    }

    /// The deletions and the samples of a batch.
    private static func names(_ batch: OutboxBatch) -> String {
        let uuids = batch.lines.indices.map { batch.uuid(at: $0)?.uuidString ?? "" }
        return list(uuids.prefix(batch.header.deletedCount)) + " " + list(uuids.dropFirst(batch.header.deletedCount))
    }

    static func list(_ uuids: some Sequence<String>) -> String {
        let text = uuids.joined(separator: ",").uppercased()
        return text.isEmpty ? "-" : text
    }
}
