import Foundation
import TestSupport
import Testing

/// Runs the sites of proxies that `Running.md` shows, and those of `packaging/balancers`, with the
/// real proxies. A proxy that is not installed is left out.
@Suite(.enabled(if: LongRun.isOn)) struct ProxyRecipeTests {
    private static let nginx = "/usr/sbin/nginx"
    private static let caddy = "/usr/bin/caddy"
    private static let domain = "health.example.org"

    private static func isInstalled(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The block of `Running.md` with this note.
    private static func recipe(_ note: String) throws -> String {
        let article = try #require(Article.all.first { $0.name == "Running" })
        let block = try #require(article.blocks.first { $0.note == note })
        return article.lines[block.range].joined(separator: "\n")
    }

    /// Replaces a text that the recipe must have.
    private static func replace(_ text: inout String, _ old: String, _ new: String) throws {
        try #require(text.contains(old), "the recipe has no \(old)")
        text.replace(old, with: new)
    }

    @Test("the site of nginx passes streams, uploads and logins", .enabled(if: isInstalled(nginx)))
    func nginxSite() async throws {
        try await withWorld { world in
            var site = try Self.recipe("nginx")
            try Self.replace(&site, "listen 443 ssl;", "listen 127.0.0.1:\(world.port) ssl;")
            try Self.replace(&site, "/etc/ssl/private/\(Self.domain).key", world.files.key)
            try Self.replace(&site, "/etc/ssl/\(Self.domain).pem", world.files.certificate)
            try Self.replace(&site, "http://127.0.0.1:8484", world.service.address)
            let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
                "\($0)_temp_path \(world.directory)/\($0);"
            }
            let user = geteuid() == 0 ? "user root;" : ""
            let path = try world.write(
                """
                \(user)
                daemon off; worker_processes 1; pid \(world.directory)/nginx.pid; error_log stderr;
                events {}
                http { access_log off; \(folders.joined(separator: " "))
                \(site)
                }
                """)
            try await world.check(
                BackgroundProcess(Self.nginx, ["-c", path, "-p", world.directory, "-e", "stderr"]))
        }
    }

    @Test("the site of Caddy passes streams, uploads and logins", .enabled(if: isInstalled(caddy)))
    func caddySite() async throws {
        try await withWorld { world in
            var site = try Self.recipe("caddy")
            try Self.replace(
                &site, "\(Self.domain) {",
                "https://127.0.0.1:\(world.port) {\n    tls \(world.files.certificate) \(world.files.key)")
            try Self.replace(&site, "127.0.0.1:8484", world.service.address.replacing("http://", with: ""))
            let path = try world.write("{\n    admin off\n    auto_https disable_redirects\n}\n" + site + "\n")
            try await world.check(
                BackgroundProcess(
                    Self.caddy, ["run", "--config", path, "--adapter", "caddyfile"],
                    environment: ["XDG_DATA_HOME": world.directory, "XDG_CONFIG_HOME": world.directory]))
        }
    }

    @Test(
        "the configurations for several services pass streams, uploads and logins, and need only one of the services",
        arguments: Balancer.allCases.filter(\.isInstalled))
    func balancer(_ balancer: Balancer) async throws {
        try await withWorld { world in
            let port = try #require(world.service.address.split(separator: ":").last.flatMap { UInt16($0) })
            let services = [try OpenSocket.freePort(), port, try OpenSocket.freePort()]
            try await world.check(
                balancer.process(port: world.port, services: services, in: world.directory, files: world.files))
        }
    }

    private func withWorld(_ body: (World) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let files = try await CertificateFiles.make(in: directory, name: "proxy")
            try await TestServer.shared().withMigratedDatabase { conninfo in
                let service = try await RunningService.start([
                    "--database-url", conninfo, "--trusted-proxy", "127.0.0.1",
                ])
                defer { service.process.kill() }
                try await body(
                    World(
                        service: service, conninfo: conninfo, files: files, directory: directory,
                        port: try OpenSocket.freePort()))
                #expect(await service.process.stop() == 0)
            }
        }
    }
}

/// A service, and the folder and port of a proxy in front of it.
private struct World {
    let service: RunningService
    let conninfo: String
    let files: CertificateFiles
    let directory: String
    let port: UInt16

    private var address: String { "https://127.0.0.1:\(port)" }

    func write(_ configuration: String) throws -> String {
        let path = directory + "/proxy.conf"
        try configuration.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func curl(_ arguments: [String], input: String? = nil) async throws -> Command {
        try await Command.run(
            "/usr/bin/curl",
            ["-sS", "--max-time", "\(Int(Patience.seconds))", "--cacert", files.certificate] + arguments, input: input)
    }

    /// Runs a command on the database of the service, and returns its output.
    private func healthstore(_ arguments: [String]) async throws -> String {
        let run = try await Command.healthstore(arguments, environment: ["HEALTHSTORE_DATABASE_URL": conninfo])
        try #require(run.status == 0, "\(run.errors)")
        return run.output.trimmingCharacters(in: .newlines)
    }

    /// Sends requests through a proxy.
    func check(_ proxy: BackgroundProcess) async throws {
        try proxy.start()
        defer { proxy.kill() }
        var isReady = false
        for _ in 0..<600 where !isReady && proxy.isRunning {
            isReady = try await curl([address + "/health"]).status == 0
            if !isReady { try await Task.sleep(for: .milliseconds(50)) }
        }
        try #require(isReady, "\(proxy.errors)")
        // The proxy names the request, whatever the client says. An id of the service has 16 digits.
        let named = try await curl(["-D", "-", "-H", "X-Request-ID: client", address + "/health"]).output
        let id = try #require(named.firstMatch(of: #/(?i)x-request-id: (\S+)/#)).1
        #expect(id.count > 16, "\(named)")
        #expect(await eventually { service.process.errors.contains("\"requestId\":\"\(id)\"") })
        _ = try await healthstore(["person", "add", "Ada"])
        let authorization = [
            "-H", "Authorization: Bearer \(try await healthstore(["token", "create", "--person", "Ada"]))",
        ]

        // A stream sends its first bytes and each change at once.
        let stream = BackgroundProcess(
            "/usr/bin/curl",
            ["-sSN", "--cacert", files.certificate, address + "/v1/changes/stream"] + authorization)
        try stream.start()
        #expect(await eventually { stream.output.contains("retry:") }, "\(stream.errors) \(proxy.errors)")
        let sample =
            #"{"uuid": "\#(UUID().uuidString)", "type": "HKQuantityTypeIdentifierStepCount", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:10:00Z", "value": 1, "unit": "count", "source": {"name": "Phone"}}"#
        let batch = #"{"samples": [\#(sample)]}"# + String(repeating: " ", count: 4_000_000)
        let posted = try await curl(
            [address + "/v1/batches", "-H", "Content-Type: application/json", "--data-binary", "@-"] + authorization,
            input: batch)
        #expect(posted.output.contains(#""inserted":1"#), "\(posted.output) \(posted.errors)")
        #expect(await eventually { stream.output.contains("event: types") }, "\(stream.output)")
        stream.kill()
        _ = await stream.waitForExit()

        // The browser's connection is encrypted, whatever the client says of it.
        let link = try await healthstore(["login-link", "--person", "Ada"])
        let login = try #require(link.split(separator: "=").last)
        let opened = try await curl(
            [
                "-i", address + "/v1/sessions", "-H", "Content-Type: application/json", "-H", "Origin: \(address)",
                "-H", "X-Forwarded-Proto: http", "-H", "X-Forwarded-For: 192.0.2.1", "--data-binary", "@-",
            ], input: #"{"token": "\#(login)"}"#)
        #expect(opened.output.contains("__Host-healthstore=hs_"), "\(opened.output)")
        proxy.terminate()
        _ = await proxy.waitForExit()
    }
}
