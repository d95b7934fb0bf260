import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The service with a certificate: `serve --tls-certificate FILE --tls-key FILE`.
@Suite struct EncryptionTests {
    /// A service with TLS, and its certificate.
    private struct World {
        let store: ServedStore
        let files: CertificateFiles
        let directory: String

        var address: String { store.service.address }
        var log: String { store.service.process.errors }

        /// Runs curl, which trusts only the certificate of the service.
        func curl(_ arguments: [String], trusting authority: String? = nil, input: String? = nil) async throws
            -> Command
        {
            try await Command.run(
                "/usr/bin/curl",
                ["-sS", "--max-time", "\(Int(Patience.seconds))", "--cacert", authority ?? files.certificate]
                    + arguments,
                input: input)
        }

        /// Connects with openssl.
        func openssl(_ arguments: [String], input: String = "") async throws -> Command {
            let host = address.replacing("https://", with: "")
            return try await Command.run(
                "/usr/bin/openssl", ["s_client", "-connect", host, "-CAfile", files.certificate] + arguments,
                input: input)
        }
    }

    private func withWorld(_ arguments: [String] = [], _ body: (World) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let files = try await CertificateFiles.make(in: directory, name: "first")
            try await ServedStore.own(files.arguments + arguments) { store in
                try await body(World(store: store, files: files, directory: directory))
            }
        }
    }

    @Test("TLS 1.2 and 1.3 with the certificate; older versions, weak ciphers and plain HTTP get nothing")
    func versions() async throws {
        try await withWorld { world in
            #expect(world.address.hasPrefix("https://127.0.0.1:"))
            #expect(!world.log.contains("not_encrypted"))
            let health = try await world.curl(["-i", world.address + "/health"])
            #expect(health.output.contains(#"{"status":"ok"}"#), "\(health.errors)")
            let malformed = try await world.curl(["-i", "-H", "Content-Length: many", world.address + "/health"])
            #expect(malformed.output.contains(#"{"code":"malformed_request","#), "\(malformed.errors)")
            for answer in [health, malformed] {
                #expect(answer.output.contains("Strict-Transport-Security: max-age=31536000\r\n"))
            }
            for (arguments, isAccepted) in [
                (["-tls1_3"], true), (["-tls1_2"], true), (["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"], false),
                (["-tls1_2", "-cipher", "AES128-GCM-SHA256:AES128-SHA"], false),
                (["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"], false),
            ] {
                let client = try await world.openssl(arguments)
                #expect(client.output.contains("Cipher is (NONE)") != isAccepted, "\(arguments)")
                #expect((client.status == 0) == isAccepted, "\(arguments)")
            }
            let plain = try await world.curl([world.address.replacing("https:", with: "http:") + "/health"])
            #expect(plain.status != 0 && plain.output.isEmpty)
            #expect(try await world.curl([world.address + "/health"]).status == 0)
        }
    }

    @Test("an encrypted connection gets the Secure cookie, and a proxy's report counts before the connection")
    func cookies() async throws {
        try await withWorld(["--trusted-proxy", "127.0.0.1"]) { world in
            let session = try Session(conninfo: world.store.conninfo)
            let ada = try PersonStore.create(name: "Ada", session)
            func open(_ headers: [String]) async throws -> Command {
                let token = try TokenStore.createLogin(for: ada, now: .now, session).text
                return try await world.curl(
                    ["-i", world.address + "/v1/sessions", "-H", "Content-Type: application/json"]
                        + headers.flatMap { ["-H", $0] } + ["--data-binary", "@-"],
                    input: #"{"token": "\#(token)"}"#)
            }
            let own = try await open(["Origin: \(world.address)"])
            #expect(own.output.contains("201 Created"), "\(own.output)")
            #expect(own.output.contains("__Host-healthstore=hs_") && own.output.contains("; Secure"))
            let foreign = try await open(["Origin: \(world.address.replacing("https:", with: "http:"))"])
            #expect(foreign.output.contains("cross_site_request"), "\(foreign.output)")
            let proxied = try await open([
                "X-Forwarded-Proto: http", "X-Forwarded-For: 192.0.2.1", "Sec-Fetch-Site: same-origin",
            ])
            #expect(proxied.output.contains("insecure_connection"), "\(proxied.output)")
        }
    }

    @Test("a large upload, a refused upload and a large answer pass through TLS")
    func bodies() async throws {
        try await withWorld { world in
            let token = try world.store.token()
            let file = world.directory + "/batch.json"
            let name = String(repeating: "Phone ", count: 40)
            let samples = (0..<3_000).map { step(value: Double($0 + 1), source: "\(name)\($0 % 7)") }
            let batch = try JSONSerialization.data(withJSONObject: ["samples": samples])
            try batch.write(to: URL(fileURLWithPath: file))
            #expect(batch.count > 1_000_000)
            let authorization = ["-H", "Authorization: Bearer \(token)", "-H", "Content-Type: application/json"]
            let stored = try await world.curl(
                authorization + ["-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@" + file]
                    + [world.address + "/v1/batches"])
            #expect(stored.output == "200", "\(stored.errors)")
            let page = try await world.curl(
                authorization + [world.address + "/v1/samples?type=stepCount&limit=5000"])
            #expect(page.output.utf8.count > 1_000_000 && page.output.hasSuffix("}\n"), "\(page.errors)")
            // The service answers before the body has arrived, and keeps the connection open until
            // the client has read the answer.
            let large = world.directory + "/large.json"
            try Data(repeating: 0x20, count: 40_000_000).write(to: URL(fileURLWithPath: large))
            let refused = try await world.curl(
                authorization + ["-H", "Expect:", "--data-binary", "@" + large, world.address + "/v1/batches"])
            #expect(refused.output.contains("content_too_large"), "\(refused.output) \(refused.errors)")
        }
    }

    @Test("a live stream sends changes, outlives a new certificate, and ends when its client leaves")
    func streamAndReload() async throws {
        try await withWorld { world in
            let token = try world.store.token()
            let stream = BackgroundProcess(
                "/usr/bin/curl",
                [
                    "-sSN", "--cacert", world.files.certificate, "-H", "Authorization: Bearer \(token)",
                    world.address + "/v1/changes/stream",
                ])
            try stream.start()
            #expect(await eventually { stream.output.contains("retry:") }, "\(stream.errors)")

            let second = try await CertificateFiles.make(in: world.directory, name: "second")
            let other = try await CertificateFiles.make(in: world.directory, name: "other")
            // A pair that does not match keeps the first certificate.
            let first = try Data(contentsOf: URL(fileURLWithPath: world.files.certificate))
            let trusted = world.directory + "/trusted.crt"
            try first.write(to: URL(fileURLWithPath: trusted))
            try world.files.replace(certificate: second.certificate, key: other.key)
            world.store.service.process.signal(SIGHUP)
            #expect(await eventually { world.log.contains("certificate_refused") })
            #expect(world.log.contains("is not the key of the certificate"))
            let health = [world.address + "/health"]
            #expect(try await world.curl(health, trusting: trusted).status == 0)

            try world.files.replace(certificate: second.certificate, key: second.key)
            world.store.service.process.signal(SIGHUP)
            #expect(await eventually { world.log.contains("certificate_loaded") })
            #expect(try await world.curl(health, trusting: second.certificate).status == 0)
            #expect(try await world.curl(health, trusting: trusted).status != 0)

            // The stream has the connection with the first certificate.
            let posted = try await world.curl(
                [
                    world.address + "/v1/batches", "-H", "Authorization: Bearer \(token)", "-H",
                    "Content-Type: application/json", "--data-binary", "@-",
                ],
                input: json(["samples": [step()]]))
            #expect(posted.output.contains(#""inserted":1"#), "\(posted.output)")
            #expect(await eventually { stream.output.contains("event: types") }, "\(stream.output)")
            #expect(stream.isRunning)
            stream.kill()
            _ = await stream.waitForExit()
            #expect(await eventually { world.log.contains(#""route":"/v1/changes/stream""#) })
        }
    }

    @Test("serve names the file that it cannot use, and refuses a reachable address without TLS")
    func refusals() async throws {
        try await withTemporaryDirectory { directory in
            let files = try await CertificateFiles.make(in: directory, name: "first")
            let other = try await CertificateFiles.make(in: directory, name: "other")
            let (open, text) = (directory + "/open.key", directory + "/text.pem")
            let key = try Data(contentsOf: URL(fileURLWithPath: files.key))
            _ = FileManager.default.createFile(atPath: open, contents: key, attributes: [.posixPermissions: 0o644])
            _ = FileManager.default.createFile(
                atPath: text, contents: Data("x".utf8), attributes: [.posixPermissions: 0o600])
            let locked = directory + "/locked.key"
            let encrypted = try await Command.run(
                "/usr/bin/openssl", ["pkey", "-in", files.key, "-aes128", "-passout", "pass:secret", "-out", locked])
            #expect(encrypted.status == 0, "\(encrypted.errors)")
            for (arguments, status, message) in [
                (["--tls-certificate", files.certificate], 64, "--tls-certificate needs --tls-key"),
                (["--tls-key", files.key], 64, "--tls-key needs --tls-certificate"),
                (files.arguments + ["--insecure-http"], 64, "exclude each other"),
                (["--tls-certificate", "/none", "--tls-key", files.key], 1, "/none cannot be read: No such file"),
                (["--tls-certificate", text, "--tls-key", files.key], 1, "text.pem is no certificate in PEM form"),
                (["--tls-certificate", files.certificate, "--tls-key", text], 1, "text.pem is no private key"),
                (["--tls-certificate", files.certificate, "--tls-key", directory], 1, "is not a regular file"),
                (["--tls-certificate", files.certificate, "--tls-key", locked], 1, "locked.key is encrypted"),
                (
                    ["--tls-certificate", files.certificate, "--tls-key", other.key], 1,
                    "other.key is not the key of the certificate in"
                ),
                (
                    ["--tls-certificate", files.certificate, "--tls-key", open], 1,
                    "open.key can be read by other users; run chmod"
                ),
                (["--host", "0.0.0.0"], 64, "--host 0.0.0.0 lets other machines connect"),
                (["--host", "::", "--trusted-proxy", "10.0.0.2"], 64, "allow it with --insecure-http"),
            ] as [([String], Int32, String)] {
                let run = try await Command.healthstore(
                    ["serve", "--port", "0", "--data-dir", directory + "/none"] + arguments)
                #expect(run.status == status && run.errors.contains(message), "\(arguments): \(run.errors)")
            }
        }
    }

    @Test("--insecure-http listens on every address, and logs that connections are not encrypted")
    func insecure() async throws {
        try await ServedStore.own(["--host", "0.0.0.0", "--insecure-http"]) { store in
            // The lines of the log and of the output come through two pipes.
            #expect(await eventually { store.service.process.errors.contains("not_encrypted") })
            let port = store.service.address.split(separator: ":").last ?? ""
            try await Command.run("/usr/bin/curl", ["-sS", "http://127.0.0.1:\(port)/health"]).succeeded()
        }
    }
}
