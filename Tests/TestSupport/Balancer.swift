import Foundation

/// A proxy in front of several services, with its configuration of `packaging/balancers`.
public enum Balancer: String, CaseIterable, Sendable {
    case nginx, caddy, haproxy

    private var program: String { self == .caddy ? "/usr/bin/caddy" : "/usr/sbin/\(rawValue)" }
    public var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    public struct MissingText: Error {
        public let text: String
    }

    private static let domain = "health.example.org"

    /// Makes the process of the proxy.
    ///
    /// - Parameters:
    ///   - services: the ports of three services.
    ///   - directory: a folder for the files of the proxy.
    ///   - files: nil to serve without encryption.
    /// - Throws: `MissingText` if the configuration lacks a text that is replaced.
    public func process(
        port: UInt16, services: [UInt16], in directory: String, files: CertificateFiles? = nil
    ) throws -> BackgroundProcess {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../packaging/balancers")
        let name = self == .caddy ? "Caddyfile" : self == .nginx ? "nginx.conf" : "haproxy.cfg"
        var text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        func replace(_ old: String, _ new: String) throws {
            guard text.contains(old) else { throw MissingText(text: old) }
            text.replace(old, with: new)
        }
        for (number, service) in services.enumerated() {
            try replace("127.0.0.1:\(8481 + number)", "127.0.0.1:\(service)")
        }
        let path = "\(directory)/\(name)"
        switch self {
        case .nginx:
            try replace("listen 443 ssl;", "listen 127.0.0.1:\(port)\(files == nil ? "" : " ssl");")
            try replace("/etc/ssl/private/\(Self.domain).key", files?.key ?? "")
            try replace("/etc/ssl/\(Self.domain).pem", files?.certificate ?? "")
            if files == nil { text.replace(#/ssl_certificate.*;/#, with: "") }
            let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
                "\($0)_temp_path \(directory)/\($0);"
            }
            text = """
                \(geteuid() == 0 ? "user root;" : "")
                daemon off; worker_processes 1; pid \(directory)/nginx.pid; error_log stderr;
                events {}
                http { access_log off; \(folders.joined(separator: " "))
                \(text)
                }
                """
        case .caddy:
            let site = files.map { "https://127.0.0.1:\(port) {\n    tls \($0.certificate) \($0.key)" }
            try replace("\(Self.domain) {", site ?? "http://127.0.0.1:\(port) {")
            text = "{\n    admin off\n    auto_https \(files == nil ? "off" : "disable_redirects")\n}\n" + text
        case .haproxy:
            // HAProxy reads the certificate and its key from one file.
            let both = try files.map { files in
                try [files.certificate, files.key].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
            }
            try both?.write(toFile: "\(directory)/haproxy.pem", atomically: true, encoding: .utf8)
            let encryption = " ssl crt /etc/ssl/private/\(Self.domain).pem alpn http/1.1"
            try replace(
                "bind :443\(encryption)",
                "bind 127.0.0.1:\(port)\(files == nil ? "" : " ssl crt \(directory)/haproxy.pem alpn http/1.1")")
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return switch self {
        case .nginx: BackgroundProcess(program, ["-c", path, "-p", directory, "-e", "stderr"])
        case .caddy:
            BackgroundProcess(
                program, ["run", "--config", path, "--adapter", "caddyfile"],
                environment: ["XDG_DATA_HOME": directory, "XDG_CONFIG_HOME": directory])
        case .haproxy: BackgroundProcess(program, ["-db", "-f", path])
        }
    }
}
