import Foundation
import TestSupport
import Testing

/// Commands that root starts. They run as the owner of the data directory.
@Suite(.enabled(if: geteuid() == 0, "only root can give its rights up")) struct RootTests {
    private func run(_ arguments: [String]) async throws -> Command {
        try await Command.healthstore(arguments)
    }

    private func owner(_ path: String) throws -> uid_t? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
    }

    private func filesOfRoot(in directory: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        // A file of the running server may be removed meanwhile.
        return ([""] + paths).filter { (try? owner(directory + "/" + $0)) == 0 }
    }

    /// Writes an export that only root can reach.
    private func secretExport(in directory: String) throws -> String {
        let folder = directory + "/secret"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let text = """
            <HealthData locale="en_GB"><ExportDate value="2026-03-01 23:00:00 +0100"/>
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="7"
            startDate="2026-03-01 10:00:00 +0100" endDate="2026-03-01 10:05:00 +0100"/></HealthData>
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/export.xml"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/export.xml")
        return folder
    }

    @Test("the service has no rights of root in any thread, and no file of root in its directory")
    func serve() async throws {
        try await withTemporaryDirectory { directory in
            let data = directory + "/data"
            if !LongRun.isOn { try PreparedStore.copy(to: data) }
            #expect(try await run(["person", "add", "Ada", "--data-dir", data]).status == 0)
            // A directory that root made is given to the user, with the program's files alone.
            for name in ["", "/turn.lock", "/use.lock"] { #expect(chown(data + name, 0, 0) == 0) }
            try Data("mine".utf8).write(to: URL(fileURLWithPath: data + "/run-token-me"))
            let service = try await RunningService.start(["--data-dir", data])
            defer { service.process.kill() }
            #expect(try await service.send("GET", "/ready").status == 200)
            let user = try #require(try owner(data))
            #expect(user != 0)
            let process = "/proc/\(service.process.processIdentifier)"
            let tasks = try FileManager.default.contentsOfDirectory(atPath: process + "/task")
            #expect(tasks.count > 1)
            for task in tasks {
                // A thread may have ended since.
                guard let status = try? String(contentsOfFile: "\(process)/task/\(task)/status", encoding: .utf8)
                else { continue }
                for line in [
                    "Uid:\t\(user)\t\(user)\t\(user)\t\(user)", "CapPrm:\t0000000000000000",
                    "CapEff:\t0000000000000000",
                    "CapAmb:\t0000000000000000", "NoNewPrivs:\t1",
                ] { #expect(status.contains(line + "\n"), "\(task): \(status)") }
                #expect(!status.contains("\nGid:\t0") && !status.contains("\nGroups:\t0 "))
            }
            #expect(await eventually { service.process.errors.contains(#""event":"root_given_up","user":"#) })
            #expect(filesOfRoot(in: data) == ["run-token-me"])
            // A command of root uses the same server.
            #expect(try await run(["person", "erase", "Ada", "--yes", "--data-dir", data]).status == 0)
            #expect(filesOfRoot(in: data) == ["run-token-me"])
            #expect(await service.process.stop() == 0)
        }
    }

    @Test("an import reads a file that only root may read, and refuses such a directory")
    func importing() async throws {
        try await withTemporaryDirectory { directory in
            let store = ["--data-dir", directory + "/data"]
            let folder = try secretExport(in: directory)
            if !LongRun.isOn { try PreparedStore.copy(to: directory + "/data") }
            #expect(try await run(["person", "add", "Ada"] + store).status == 0)
            let imported = try await run(["import", folder + "/export.xml", "--person", "Ada"] + store)
            #expect(imported.status == 0 && imported.output.contains("stored"), "\(imported.errors)")
            #expect(imported.output.hasPrefix("imported export.xml, exported 2026-03-01"))
            let refused = try await run(["import", folder, "--person", "Ada"] + store)
            #expect(refused.status == 1 && refused.errors.contains("cannot read the directory \(folder)"))
            guard LongRun.isOn else { return }
            // The folders of an export beside the file cannot be read, so the file alone is refused.
            try FileManager.default.createDirectory(
                atPath: folder + "/workout-routes", withIntermediateDirectories: false)
            let beside = try await run(["import", folder + "/export.xml", "--person", "Ada"] + store)
            #expect(beside.status == 1 && beside.errors.contains("chmod -R go+rX"), "\(beside.errors)")

            let backup = folder + "/ada.jsonl"
            #expect(try await run(["export", backup, "--person", "Ada"] + store).status == 0)
            #expect(chmod(backup, 0o600) == 0)
            #expect(try await run(["person", "add", "Bea"] + store).status == 0)
            let restored = try await run(["import", backup, "--person", "Bea"] + store)
            #expect(restored.status == 0 && restored.output.hasPrefix("restored Bea"), "\(restored.errors)")
            #expect(filesOfRoot(in: directory + "/data") == [])
        }
    }

    @Test("backups, restores, moves and checks of root leave only files of the user, and a restored store starts")
    func backups() async throws {
        try await withTemporaryDirectory { directory in
            let (data, backups, restored) = (directory + "/data", directory + "/backups", directory + "/restored")
            try PreparedStore.copy(to: data)
            for command in [
                ["backup", backups, "--data-dir", data], ["doctor", "--data-dir", data], ["backup", "verify", backups],
                ["restore", backups, "--data-dir", restored],
                ["restore", backups, "--replace", "--data-dir", restored],
                ["export", "--all", directory + "/all.dump", "--data-dir", data],
                ["import", directory + "/all.dump", "--data-dir", directory + "/moved"],
            ] { try await run(command).succeeded() }
            for folder in [data, backups, restored, directory + "/moved"] {
                #expect(filesOfRoot(in: folder) == [], "\(folder)")
            }
            let service = try await RunningService.start(["--data-dir", restored, "--wal-archive", backups])
            defer { service.process.kill() }
            #expect(try await service.send("GET", "/ready").status == 200)
            #expect(await service.process.stop() == 0)
            #expect(!service.process.errors.contains("archive_failed"), "\(service.process.errors)")
        }
    }

    @Test("a folder that the user cannot write to is refused with what to do")
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            let uploads = directory + "/uploads"
            try FileManager.default.createDirectory(atPath: uploads, withIntermediateDirectories: false)
            let answer = try await run(["serve", "--data-dir", directory + "/data", "--import-dir", uploads])
            #expect(answer.status == 1 && answer.errors.contains("who cannot write to \(uploads)"), "\(answer.errors)")
            #expect(answer.errors.contains("hint: ") && answer.errors.contains("chown -R"))
        }
    }
}
