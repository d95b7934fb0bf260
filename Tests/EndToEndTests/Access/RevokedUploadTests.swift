import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct RevokedUploadTests {
    @Test("an upload ends when its token is revoked")
    func revoked() async throws {
        try await ImportWorld.with { world in
            let session = try Session(conninfo: world.conninfo)
            let token = try world.store.token()
            let file = world.directory + "/export.xml"
            try Data(count: 40 << 20).write(to: URL(fileURLWithPath: file))
            // At this rate the whole file would take longer than any test waits.
            let upload = try ImportWorld.Upload(
                world, file: file, token: token, arguments: ["--limit-rate", "200k"])
            try #require(await eventually { !world.spooledFiles.isEmpty })
            _ = try session.execute("update health.token set revoked_at = now()")
            let answer = await upload.answer()
            #expect(answer.status == 401 && answer.code == "invalid_token", "\(answer.status) \(answer.body)")
            let state = try session.execute("select state from health.import")[0].text(0)
            #expect(state == "receiving")
        }
    }
}
