import Foundation
import Synchronization

/// The stores that `ServedStore.with` lends to the tests of this process.
enum SharedStores {
    /// An idle service costs memory, and looks for work from time to time.
    private static let idleMax = 3
    private static let state = Mutex(State())

    private struct State {
        /// The stores that no test uses. The last was used last.
        var idle: [(arguments: [String], store: ServedStore)] = []
        /// The processes of all stores.
        var processes: Set<Int32> = []
        var endsAtExit = false
        var leaseCount: UInt16 = 0
    }

    static func take(_ arguments: [String]) async throws -> ServedStore {
        let (known, client) = state.withLock { state in
            state.leaseCount += 1
            let index = state.idle.lastIndex { $0.arguments == arguments }
            // A proxy is trusted at one address.
            let client = arguments.contains("--trusted-proxy") ? 0 : state.leaseCount
            return (index.map { state.idle.remove(at: $0).store }, client)
        }
        if let known {
            if known.service.process.isRunning {
                return ServedStore(service: known.service.forClient(client), conninfo: known.conninfo)
            }
            await end(known)
        }
        let conninfo = try TestServer.shared().makeSharedDatabase()
        let service = try await RunningService.start(["--database-url", conninfo] + arguments)
        state.withLock { state in
            state.processes.insert(service.process.processIdentifier)
            // It runs before the server of the tests is stopped.
            if !state.endsAtExit { atexit { SharedStores.killAll() } }
            state.endsAtExit = true
        }
        return ServedStore(service: service.forClient(client), conninfo: conninfo)
    }

    /// Empties a store and keeps it for the next test.
    static func giveBack(_ store: ServedStore, _ arguments: [String]) async {
        guard (try? TestServer.shared().empty(store.conninfo, endsSessions: false)) == true else {
            return await end(store)
        }
        let surplus = state.withLock { state in
            state.idle.append((arguments, store))
            return state.idle.count > idleMax ? state.idle.removeFirst().store : nil
        }
        if let surplus { await end(surplus) }
    }

    static func end(_ store: ServedStore) async {
        store.service.process.kill()
        _ = await store.service.process.waitForExit(seconds: 10)
        state.withLock { state in _ = state.processes.remove(store.service.process.processIdentifier) }
        try? TestServer.shared().dropShared(store.conninfo)
    }

    private static func killAll() {
        for process in state.withLock({ $0.processes }) { kill(process, SIGKILL) }
    }
}
