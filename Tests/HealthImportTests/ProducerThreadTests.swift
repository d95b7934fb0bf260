import Dispatch
import Foundation
import Synchronization
import Testing

@testable import HealthImport

@Suite("A thread that produces elements")
struct ProducerThreadTests {
    private struct Defect: Error {}

    /// Tells when it is released, which is when its thread has ended.
    private final class Witness: Sendable {
        let released: DispatchSemaphore
        init(_ released: DispatchSemaphore) { self.released = released }
        deinit { released.signal() }
    }

    @Test("returns elements in their order, and an error after the elements before it", arguments: [1, 2, 7])
    func order(_ weightMax: Int) throws {
        var count = 0
        let thread = ProducerThread<Int>(weightMax: weightMax, weight: { $0 % 10 }) {
            count += 1
            if count > 1_000 { throw Defect() }
            return count
        }
        for number in 1...1_000 { #expect(try thread.next() == number) }
        for _ in 1...2 { #expect(throws: Defect.self) { try thread.next() } }
    }

    @Test("has at most the weight of its limit in the queue")
    func limit() throws {
        let produced = Mutex(0)
        let isWaiting = DispatchSemaphore(value: 0)
        let thread = ProducerThread<Int>(
            weightMax: 4,
            weight: { number in
                // The thread computes the weight of the third element when the queue is full.
                if number == 3 { isWaiting.signal() }
                return 2
            }
        ) {
            produced.withLock { number in
                number += 1
                return number > 100 ? nil : number
            }
        }
        #expect(isWaiting.wait(timeout: .now() + 60) == .success)
        #expect(produced.withLock { $0 } == 3)
        var numbers: [Int] = []
        while let number = try thread.next() { numbers.append(number) }
        #expect(numbers == Array(1...100))
    }

    @Test("ends when it is abandoned, even if it waits for space in the queue")
    func abandon() throws {
        let released = DispatchSemaphore(value: 0)
        func start(_ witness: Witness) -> ProducerThread<Int> {
            ProducerThread(weightMax: 3, weight: { _ in 2 }) { withExtendedLifetime(witness) { 1 } }
        }
        let thread = start(Witness(released))
        #expect(try thread.next() == 1)
        thread.abandon()
        #expect(released.wait(timeout: .now() + 60) == .success)
    }

    @Test("ends together with the thread before it when the reading of an export is abandoned")
    func abandonsBoth() throws {
        let text = "<HealthData>\n" + String(repeating: record() + "\n", count: 3_000) + "</HealthData>"
        try withTemporaryFile(Data(text.utf8)) { path in
            // The decoder closes the file when its thread ends. Both queues are full before.
            let reader = ReadAhead(
                try ExportReader(ExportInput(path: path), personUUID: ReadExport.person, chunkBytes: 1_000))
            #expect(try reader.next() != nil)
            #expect(Self.isOpen(path))
            reader.abandon()
            let deadline = ContinuousClock.now + .seconds(60)
            while Self.isOpen(path), ContinuousClock.now < deadline { usleep(1_000) }
            #expect(!Self.isOpen(path))
        }
    }

    /// Returns true if this process has the file open.
    private static func isOpen(_ path: String) -> Bool {
        let folder = "/proc/self/fd"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }
    }

    @Test("returns the batches before a defect of the export, then the defect")
    func defect() throws {
        let text = "<HealthData>\n" + String(repeating: record() + "\n", count: 500) + "<Record a='<'/></HealthData>"
        try withTemporaryFile(Data(text.utf8)) { path in
            let reader = ReadAhead(
                try ExportReader(ExportInput(path: path), personUUID: ReadExport.person, chunkBytes: 1_000))
            var count = 0
            let error = #expect(throws: HealthImportError.self) {
                while let batch = try reader.next() { count += batch.records.count }
            }
            #expect(error?.code == .malformed && error?.message.contains("line 502") == true)
            // The records of the piece with the defect are not returned.
            #expect((490...500).contains(count))
            #expect(reader.outcome == nil)
            #expect(throws: HealthImportError.self) { try reader.next() }
        }
    }
}
