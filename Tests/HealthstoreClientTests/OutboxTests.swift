import Foundation
import GzipWriter
import TestSupport
import Testing

@testable import HealthstoreClient

@Suite struct OutboxTests {
    private static func batch(_ text: String, type: String = "steps", after: String?, anchor: String) -> OutboxBatch {
        OutboxBatch(
            type: type, after: after.map { Data($0.utf8) }, anchor: Data(anchor.utf8), deleted: [],
            samples: [Data(#"{"uuid":"\#(text)"}"#.utf8)])
    }

    private static func texts(_ outbox: Outbox) throws -> [String] {
        try outbox.entries.map { String(decoding: try outbox.read($0).lines[0], as: UTF8.self) }
    }

    private static func position(_ outbox: Outbox, _ type: String = "steps") -> String? {
        outbox.position(of: type).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func withOutbox<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        try await withTemporaryDirectory { try await body(URL(fileURLWithPath: $0)) }
    }

    private static func files(_ directory: URL, _ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.appendingPathComponent(folder).path).sorted()
    }

    @Test("batches outlast their process in order, and anchors move when batches are complete")
    func order() async throws {
        try await OutboxTests.withOutbox { directory in
            do {
                var outbox = try Outbox(directory)
                for number in 0..<12 {
                    let after = number == 0 ? nil : "\(number - 1)"
                    try outbox.enqueue(OutboxTests.batch("\(number)", after: after, anchor: "\(number)"))
                }
                #expect(outbox.anchors["steps"] == nil)
                #expect(OutboxTests.position(outbox) == "11")
            }
            var outbox = try Outbox(directory)
            #expect(try OutboxTests.texts(outbox) == (0..<12).map { #"{"uuid":"\#($0)"}"# })
            #expect(OutboxTests.position(outbox) == "11")
            while let entry = outbox.entries.first { try outbox.complete(entry) }
            #expect(outbox.anchors["steps"] == Data("11".utf8))
            #expect(try OutboxTests.files(directory, "queue") == [])
            #expect(try OutboxTests.files(directory, "anchors").count == 1)
        }
    }

    @Test("after a stop at any step, a batch is complete or missing, and the anchor is never ahead")
    func kills() async throws {
        var stepsMax = 0
        for steps in 0..<40 {
            try await OutboxTests.withOutbox { directory in
                let killSwitch = KillSwitch(after: steps)
                var (enqueued, completed) = (0, 0)
                do {
                    var outbox = try Outbox(directory) { try killSwitch.step($0) }
                    for number in 0..<3 {
                        let after = number == 0 ? nil : "\(number - 1)"
                        try outbox.enqueue(OutboxTests.batch("\(number)", after: after, anchor: "\(number)"))
                        enqueued += 1
                    }
                    while let entry = outbox.entries.first {
                        try outbox.complete(entry)
                        completed += 1
                    }
                    #expect(!killSwitch.hasHappened)
                } catch { #expect(killSwitch.hasHappened) }
                if killSwitch.hasHappened { stepsMax = steps }
                let outbox = try Outbox(directory)
                let waiting = try OutboxTests.texts(outbox)
                let anchor = outbox.anchors["steps"].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? -1
                #expect(outbox.damagedCount == 0)
                // All acknowledged batches that were not completed exist. The interrupted batch may
                // exist.
                let first = 3 - waiting.count
                if enqueued == 3 {
                    #expect(waiting == (first..<3).map { #"{"uuid":"\#($0)"}"# })
                    #expect((completed...completed + 1).contains(first), "\(steps)")
                    #expect((first - 1...first).contains(anchor), "\(steps)")
                } else {
                    #expect((enqueued...enqueued + 1).contains(waiting.count), "\(steps)")
                    #expect(anchor == -1)
                }
                #expect(
                    OutboxTests.position(outbox)
                        == (enqueued == 3 ? "2" : waiting.isEmpty ? nil : "\(waiting.count - 1)"))
            }
        }
        // Each enqueue has 4 steps, each completion at least 5.
        #expect(stepsMax > 24 && stepsMax < 39)
    }

    @Test("an unfinished file is removed; a damaged one is moved to quarantine and its changes are read again")
    func damage() async throws {
        try await OutboxTests.withOutbox { directory in
            do {
                var outbox = try Outbox(directory)
                for (number, after) in [nil, "0", "1"].enumerated() {
                    try outbox.enqueue(OutboxTests.batch("\(number)", after: after, anchor: "\(number)"))
                }
                try outbox.enqueue(OutboxTests.batch("x", type: "sleep", after: nil, anchor: "5"))
            }
            let queue = directory.appendingPathComponent("queue")
            try Data("half".utf8).write(to: queue.appendingPathComponent("temporary-1"))
            let second = queue.appendingPathComponent(try OutboxTests.files(directory, "queue")[1])
            try Data(try Data(contentsOf: second).dropLast(3)).write(to: second)
            var outbox = try Outbox(directory)
            #expect(outbox.damagedCount == 1)
            #expect(try OutboxTests.files(directory, "queue").count == 3)
            #expect(try OutboxTests.files(directory, "quarantine").count == 1)
            // The third batch is after the gap. It is sent, but its anchor must not be used.
            #expect(OutboxTests.position(outbox) == "0")
            while let entry = outbox.entries.first { try outbox.complete(entry) }
            #expect(OutboxTests.position(outbox) == "0")
            #expect(OutboxTests.position(outbox, "sleep") == "5")
        }
    }

    @Test("every changed byte of a file is detected")
    func checksum() throws {
        let data = try OutboxTests.batch("abc", after: "1", anchor: "2").encoded()
        #expect(try OutboxBatch(encoded: data).lines == [Data(#"{"uuid":"abc"}"#.utf8)])
        for index in data.indices {
            var altered = data
            altered[index] ^= 0x04
            #expect(throws: HealthstoreError.self, "\(index)") { try OutboxBatch(encoded: altered) }
            #expect(throws: HealthstoreError.self, "\(index)") { try OutboxBatch(encoded: data.prefix(index)) }
        }
        // The check value of CRC-32.
        #expect(GzipWriter.crc32(Data("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test("a full outbox refuses every batch, and an empty one accepts any")
    func full() async throws {
        try await OutboxTests.withOutbox { directory in
            var limits = OutboxLimits()
            limits.batchesMax = 2
            var outbox = try Outbox(directory, limits: limits)
            try outbox.enqueue(OutboxTests.batch("0", after: nil, anchor: "0"))
            try outbox.enqueue(OutboxTests.batch("1", after: "0", anchor: "1"))
            let third = OutboxTests.batch("2", after: "1", anchor: "2")
            #expect { try outbox.enqueue(third) } throws: { ($0 as? HealthstoreError)?.code == .outboxFull }
            #expect(OutboxTests.position(outbox) == "1")
            try outbox.complete(try #require(outbox.entries.first))
            try outbox.enqueue(third)
            #expect(OutboxTests.position(outbox) == "2")
        }
        try await OutboxTests.withOutbox { directory in
            var limits = OutboxLimits()
            limits.bytesMax = 1
            var outbox = try Outbox(directory, limits: limits)
            try outbox.enqueue(OutboxTests.batch("0", after: nil, anchor: "0"))
            let second = OutboxTests.batch("1", after: "0", anchor: "1")
            #expect { try outbox.enqueue(second) } throws: { ($0 as? HealthstoreError)?.code == .outboxFull }
        }
    }

    @Test("the latest readable anchors are used, and the number of a lost version is not reused")
    func anchors() async throws {
        try await OutboxTests.withOutbox { directory in
            var file = try AnchorFile(try DurableDirectory(directory))
            for number in 1...11 { try file.set(Data([UInt8(number)]), for: "steps") }
            try Data("{\"steps\":".utf8).write(to: directory.appendingPathComponent("12.json"))
            var again = try AnchorFile(try DurableDirectory(directory))
            #expect(again["steps"] == Data([11]))
            try again.set(Data([13]), for: "steps")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["13.json"])
        }
    }

    @Test("a second outbox in a directory is refused while the first exists")
    func lock() async throws {
        try await OutboxTests.withOutbox { directory in
            let first = try Outbox(directory)
            #expect { try Outbox(directory) } throws: { ($0 as? HealthstoreError)?.code == .inUse }
            #expect(first.entries.isEmpty)
        }
    }

    @Test("batches in quarantine are kept with their reasons, up to a limit, and can be released")
    func quarantine() async throws {
        try await OutboxTests.withOutbox { directory in
            var limits = OutboxLimits()
            limits.quarantinedMax = 2
            var outbox = try Outbox(directory, limits: limits)
            let batch = OutboxBatch(
                type: "steps", after: nil, anchor: Data([1]), deleted: [Data("1".utf8)],
                samples: [Data("2".utf8), Data("3".utf8)])
            let reason = HealthstoreError(.refused, "no", status: 400, serviceCode: "malformed_batch")
            try outbox.quarantine(0..<2, of: batch, reason)
            try outbox.quarantine(0..<2, of: batch, reason)
            try outbox.quarantine(2..<3, of: batch, reason)
            #expect(try outbox.quarantinedNames().count == 2)
            #expect { try outbox.quarantine(0..<3, of: batch, reason) } throws: {
                ($0 as? HealthstoreError)?.code == .quarantineFull
            }
            let name = try #require(try OutboxTests.files(directory, "quarantine").first { $0.hasSuffix("reason") })
            let text = try String(contentsOf: directory.appendingPathComponent("quarantine/\(name)"), encoding: .utf8)
            #expect(text == "no (HTTP 400, malformed_batch)\n")
            #expect(try outbox.releaseQuarantine() == 0)
            #expect(try OutboxTests.files(directory, "quarantine") == [])
            let parts = try outbox.entries.map { try outbox.read($0) }
            #expect(parts.map(\.lines) == [[Data("1".utf8), Data("2".utf8)], [Data("3".utf8)]])
            #expect(parts.map(\.header.deletedCount) == [1, 0])
            #expect(outbox.position(of: "steps") == nil)
        }
    }
}
