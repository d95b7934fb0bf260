import Foundation
import HTTPServer
import HealthAPI
import HealthJobs
import Postgres

/// Two services of one store in one process, one with an access log and one without, for
/// `scripts/bench access`.
enum LogServers {
    /// Prints the addresses of the service with the log and of the service without, and serves
    /// until the process ends.
    static func run(conninfo: String) async throws {
        let log = Log.standardError
        let database = Database(conninfo)
        let accessLog = AccessLogWriter(database, log: log)
        accessLog.start()
        var servers: [HTTPServer] = []
        for (name, writer) in [("with", accessLog), ("without", nil)] {
            let service = HealthService(
                pool: Pool(Pool.Configuration(database: database)), log: log,
                live: ChangeHub(database, log: log), rateLimit: nil, accessLog: writer,
                readiness: Readiness(database, log: log) { nil })
            let server = service.server(host: "127.0.0.1", port: 0)
            let line = "\(name) http://127.0.0.1:\(try server.start())\n"
            // `print` would keep the line in a buffer.
            try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            servers.append(server)
        }
        while !servers.isEmpty { try await Task.sleep(for: .seconds(3_600)) }
    }
}
