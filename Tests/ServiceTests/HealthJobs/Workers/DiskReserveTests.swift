import Synchronization
import TestSupport
import Testing

@testable import HealthJobs

/// Tests of the space that the service leaves free on the disk.
@Suite struct DiskReserveTests {
    @Test("the log has an event when the space becomes short and when it returns, and nothing between")
    func events() {
        let free = FreeBytes()
        let events = Recorder<String>()
        let reserve = DiskReserve(bytes: 100, checkInterval: .zero, log: events.log) { free.value }
        for (bytes, isShort) in [(100, false), (99, true), (50, true), (nil, true), (101, false)] as [(Int64?, Bool)] {
            free.value = bytes
            #expect(reserve.isShort == isShort)
        }
        #expect(events.all.count == 2)
        #expect(events.all.first?.contains(#""event":"disk_low","freeBytes":99,"reservedBytes":100"#) == true)
        #expect(events.all.last?.contains(#""event":"disk_has_room","freeBytes":101"#) == true)
    }

    @Test("the system is asked at most once in an interval, and never without a reserve")
    func interval() {
        let free = FreeBytes()
        free.value = 1
        let log = Log { _ in }
        let reserve = DiskReserve(bytes: 100, checkInterval: .seconds(3_600), log: log) { free.value }
        #expect(reserve.isShort)
        free.value = 200
        #expect(reserve.isShort)
        #expect(free.questions == 1)
        #expect(!DiskReserve(bytes: 0, log: log) { free.value }.isShort)
        #expect(free.questions == 1)
    }

    @Test("a small disk has a reserve of a tenth")
    func small() {
        let reserve = DiskReserve(path: "/", bytes: nil, walBytesMax: Int64.max / 2, log: Log { _ in })
        #expect(reserve.bytes > 0 && reserve.bytes < Int64.max / 10)
    }

    private final class FreeBytes: Sendable {
        private let state = Mutex<(value: Int64?, questions: Int)>((nil, 0))
        var value: Int64? {
            get {
                state.withLock {
                    $0.questions += 1
                    return $0.value
                }
            }
            set { state.withLock { $0.value = newValue } }
        }
        var questions: Int { state.withLock { $0.questions } }
    }
}
