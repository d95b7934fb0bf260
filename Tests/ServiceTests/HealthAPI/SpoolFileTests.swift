import Foundation
import HealthJobs
import TestSupport
import Testing

@testable import HealthAPI

@Suite struct SpoolFileTests {
    @Test("a request whose upload another one has taken over, or that was ended, changes nothing of the file any more")
    func superseded() async throws {
        try await withTemporaryDirectory { directory in
            let folder = SpoolFolder(path: directory, name: "database", walBytesMax: 0)
            let name = UUID()
            let file = SpoolFile(name, in: folder)
            func content() throws -> String { try String(contentsOfFile: folder.path(of: name), encoding: .utf8) }
            func expectRefused(_ turn: Int) async {
                await expectSuperseded { try await file.write(Array("old".utf8), at: 0, turn: turn) }
                await expectSuperseded { try await file.synchronize(turn: turn) }
                await expectSuperseded { try await file.end(at: 1, turn: turn) }
                await expectSuperseded { _ = try await file.size(turn: turn) }
                await expectSuperseded { _ = try await file.sha256(turn: turn) }
            }
            let first = try await file.take()
            try await file.write(Array("first".utf8), at: 0, turn: first)
            let second = try await file.take()
            try await file.write(Array("second".utf8), at: 0, turn: second)
            await expectRefused(first)
            #expect(try content() == "second")
            #expect(try await file.size(turn: second) == 6)
            await file.close()
            await expectRefused(first)
            await expectRefused(second)
            #expect(try content() == "second")
        }
    }

    private func expectSuperseded(_ work: () async throws -> Void) async {
        do {
            try await work()
            Issue.record("it was not refused")
        } catch SpoolFile.Failure.isSuperseded {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("uploads leave free what the write-ahead log may take, and a margin")
    func reserved() async throws {
        try await withTemporaryDirectory { directory in
            let few = SpoolFolder(path: directory, name: "few", walBytesMax: 1 << 20)
            let all = SpoolFolder(path: directory, name: "all", walBytesMax: 1 << 60)
            #expect(few.reservedBytes == 1 << 20 + SpoolFolder.marginBytes)
            let (free, none) = (try few.freeBytes(), try all.freeBytes())
            #expect(none < 0)
            #expect(free > none + 1 << 59)
        }
    }
}
