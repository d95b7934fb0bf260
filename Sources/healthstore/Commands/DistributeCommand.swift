import Foundation
import HealthCore
import HealthDatabase

/// `healthstore distribute`
enum DistributeCommand: Command {
    static let description = CommandDescription(
        "distribute", "Divides the store by person over the servers of a Citus cluster.",
        notes: """
            --database-url names the coordinator of the cluster. Nothing else may use the store meanwhile. The command takes as \
            long as copying all rows. After an interruption, run it again: it goes on where it stopped. Run it also after \
            servers were added. healthstore help growing explains clusters.
            """)

    static func run(_ arguments: Arguments) async throws {
        try await Store.with(arguments, for: .inspect) { store, session in
            guard store.privateServer == nil else {
                throw arguments.usage("the private server is no cluster; --database-url names the coordinator of one")
            }
            let watch = Stopwatch()
            var count = 0
            try Distributor(session: session).run { progress in
                count += 1
                print(
                    "\(progress.done) of \(progress.all)  \(watch.seconds) s  \(progress.table) "
                        + (progress.isReplicated ? "is on every server" : "is divided by person"))
            }
            print(count == 0 ? "the store was distributed before; rights and settings are set on all servers" : "done")
        }
    }
}
