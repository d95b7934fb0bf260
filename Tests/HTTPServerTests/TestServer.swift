import TestSupport
import Testing

@testable import HTTPServer

/// A running server and its log.
struct TestServer: Sendable {
    let server: HTTPServer
    let port: UInt16
    let accesses: Recorder<HTTPAccess>

    var url: String { "http://127.0.0.1:\(port)" }
}

/// Runs a server on a free port during `use`.
func withServer<Result>(
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(), routes: [Route],
    crossOrigin: CrossOriginPolicy = .none, displaced: @escaping @Sendable (Int) -> Void = { _ in },
    _ use: (TestServer) async throws -> Result
) async throws -> Result {
    let accesses = Recorder<HTTPAccess>()
    let router = Router(routes: routes, crossOrigin: crossOrigin, failure: failureResponse)
    let server = HTTPServer(configuration: configuration, router: router, displaced: displaced) { accesses.add($0) }
    let port = try server.start()
    do {
        let result = try await use(TestServer(server: server, port: port, accesses: accesses))
        await server.stop(within: .seconds(5))
        return result
    } catch {
        await server.stop(within: .zero)
        throw error
    }
}

/// The application's error responses.
@Sendable func failureResponse(_ error: any Error, _ request: HTTPRequest) -> HTTPResponse {
    let (status, name): (HTTPStatus, String) =
        switch error as? HTTPFailure {
        case .notFound: (.notFound, "notFound")
        case .methodNotAllowed: (.methodNotAllowed, "methodNotAllowed")
        case .contentTooLarge(let bytesMax): (.contentTooLarge, "contentTooLarge \(bytesMax)")
        case .overloaded: (.serviceUnavailable, "overloaded")
        case .ownerOverloaded: (.tooManyRequests, "ownerOverloaded")
        case .unsupportedContentCoding: (.unsupportedMediaType, "unsupportedContentCoding")
        case .malformedBody(let reason): (.badRequest, "malformedBody \(reason)")
        case .disconnected: (.badRequest, "disconnected")
        case .tooManyStreams: (.serviceUnavailable, "tooManyStreams")
        case .malformedRequest(let reason): (.badRequest, "malformedRequest \(reason)")
        case .stopping: (.serviceUnavailable, "stopping")
        case nil: (.internalServerError, "thrown \(type(of: error))")
        }
    return HTTPResponse(
        status: status, contentType: "application/problem+json", body: Array("\(name) \(request.id)".utf8))
}

extension Route {
    /// A route that responds 200 with the result of `text`.
    static func text(
        _ method: HTTPMethod, _ template: String, _ text: @escaping @Sendable (HTTPRequest) async throws -> String
    ) -> Route {
        Route(method: method, template: template) { request in
            HTTPResponse(status: .ok, contentType: "text/plain", body: Array(try await text(request).utf8))
        }
    }

    /// A route that sends the body back.
    static func echo(_ method: HTTPMethod = .post, _ template: String = "/echo") -> Route {
        Route(method: method, template: template) { request in
            HTTPResponse(status: .ok, contentType: "application/octet-stream", body: try await request.decodedBody())
        }
    }
}

extension Route {
    /// A streamed route that responds 200 with the result of `text`.
    static func streamed(_ text: @escaping @Sendable (HTTPRequest) async throws -> String) -> Route {
        Route(method: .post, template: "/stream", body: .streamed) { request in
            HTTPResponse(status: .ok, contentType: "text/plain", body: Array(try await text(request).utf8))
        }
    }

    /// A route that reads the body piece by piece and sends it back.
    static func streamedEcho() -> Route {
        Route(method: .post, template: "/stream", body: .streamed) { request in
            var body: [UInt8] = []
            while let piece = try await request.stream.next() {
                #expect(!piece.isEmpty && piece.count <= HTTPBodyStream.pieceBytesMax)
                body += piece
            }
            #expect(try await request.stream.next() == nil)
            return HTTPResponse(status: .ok, contentType: "application/octet-stream", body: body)
        }
    }
}

extension HTTPServer {
    /// The number of bytes of streamed bodies that readers have not read.
    var queuedBytes: Int { exchanges.reduce(0) { $0 + $1.state.withLock { $0.queuedBytes } } }

    /// The number of clients that wait for the readers of their bodies.
    var suspendedBodies: Int {
        exchanges.filter { $0.state.withLock { $0.stage == .body && $0.suspended != nil } }.count
    }

    private var exchanges: [Exchange] { state.withLock { Array($0.running.values) } }
}

/// Blocks handlers until it is opened, and counts them.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var arrivals = 0

    func pass() async {
        arrivals += 1
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// Waits until a condition holds. Returns false after the time limit of tests.
func eventually(_ holds: () async -> Bool) async -> Bool { await TestSupport.eventually(holds) }

/// `LongRun.isOn`, for files that do not import TestSupport, which has another `TestServer`.
let isLongRun = LongRun.isOn

extension ServerCertificate {
    static func make(in directory: String) async throws -> ServerCertificate {
        let files = try await CertificateFiles.make(in: directory, name: "test")
        return try ServerCertificate(certificateFile: files.certificate, keyFile: files.key)
    }
}

extension HTTPServerConfiguration {
    static func with(_ change: (inout HTTPServerConfiguration) -> Void) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        change(&configuration)
        return configuration
    }
}
