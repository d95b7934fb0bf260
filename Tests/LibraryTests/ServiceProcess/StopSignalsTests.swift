import Foundation
import ServiceProcess
import TestSupport
import Testing

@Suite(.serialized) @MainActor struct StopSignalsTests {
    @Test("a signal right after the creation is not lost", arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")])
    func immediate(number: Int32, name: String) async {
        let signals = StopSignals()
        #expect(!signals.hasCome)
        kill(getpid(), number)
        #expect(await eventually { signals.hasCome })
        #expect(await signals.next() == name)
    }
}
