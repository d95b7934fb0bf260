import Foundation
import ServiceProcess
import TestSupport
import Testing

@Suite struct ServiceNotifierTests {
    @Test("without a service manager nothing is sent, and nothing is watched")
    func alone() {
        for name in [nil, "", "relative/path", "unix:/run/notify"] {
            let environment = ["WATCHDOG_USEC": "2000000"].merging(name.map { ["NOTIFY_SOCKET": $0] } ?? [:]) { $1 }
            let notifier = ServiceNotifier(environment: environment)
            #expect(notifier.watchdogInterval == nil)
            #expect(notifier.ready(status: "listening"))
        }
    }

    @Test("a socket that does not exist, or whose name is too long, is reported")
    func unreachable() {
        for name in ["/nowhere/notify", "/" + String(repeating: "n", count: 200)] {
            #expect(!ServiceNotifier(environment: ["NOTIFY_SOCKET": name]).ready(status: "listening"))
        }
    }

    @Test("the watchdog is answered at half of its time, by the process that it watches")
    func watchdog() {
        func interval(_ microseconds: String, _ process: String?) -> Duration? {
            var environment = ["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": microseconds]
            environment["WATCHDOG_PID"] = process
            return ServiceNotifier(environment: environment, process: 77).watchdogInterval
        }
        #expect(interval("30000000", nil) == .seconds(15))
        #expect(interval("30000000", "77") == .seconds(15))
        #expect(interval("30000000", "78") == nil)
        for wrong in ["0", "-5", "soon", ""] { #expect(interval(wrong, nil) == nil) }
    }

    @Test("messages are single lines, at a path and at an abstract name")
    func messages() async throws {
        try await withTemporaryDirectory { directory in
            for name in [directory + "/notify", "@healthstore-\(UUID().uuidString)"] {
                let socket = try NotifySocket(name)
                let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": name])
                notifier.status("one\nREADY=1")
                #expect(notifier.ready(status: "listening"))
                notifier.stopping()
                _ = try await socket.line("STOPPING=1")
                #expect(
                    socket.messages == [
                        "STATUS=one READY=1", "READY=1\nSTATUS=listening", "STOPPING=1\nSTATUS=stopping",
                    ])
            }
        }
    }
}
