import Foundation
import GzipWriter

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a healthstore service for one person.
///
/// The client sends each request once and reports the result. `SyncEngine` repeats, stores and
/// orders requests. Any thread may use a client.
public struct HealthstoreClient: Sendable {
    /// The service's address without `/v1`.
    public let address: URL
    private let token: String
    private let transport: any HTTPTransport
    private let isCompressing: Bool

    /// The seconds without a byte after which a request counts as lost.
    public static let secondsMax: TimeInterval = 60
    /// The size from which bodies are compressed. Compressing shorter bodies gains nothing.
    static let compressedBytesMin = 1_024

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: for example `https://health.example.org`. Without TLS, the token and health
    ///     data are sent unencrypted.
    ///   - token: the token that `healthstore token create` printed.
    ///   - isCompressing: true to send bodies as gzip, which reduces them to about a tenth.
    public init(
        address: URL, token: String, transport: any HTTPTransport = URLSessionTransport(), isCompressing: Bool = true
    ) {
        self.address = address
        self.token = token
        self.transport = transport
        self.isCompressing = isCompressing
    }

    /// Adds samples and deletes other samples in one transaction of the service.
    ///
    /// - Parameters:
    ///   - complete: the ranges in which the phone has no other samples than those that were sent
    ///     until now. The service then refuses the whole batch if it refuses a record.
    ///   - idempotencyKey: identifies the batch. It is safe to send a batch again, with the same
    ///     key or another key.
    /// - Throws: `HealthstoreError`, `CancellationError`, or `EncodingError` for a number that is
    ///   not finite or a year outside 1 to 9999.
    public func post(
        _ samples: [SampleRecord], deleted: [UUID] = [], complete: [CompleteRange] = [],
        idempotencyKey: UUID = UUID()
    ) async throws -> BatchReceipt {
        let body = BatchBody(
            deleted: try deleted.map { try BatchBody.line($0, type: nil) }, samples: try samples.map(BatchBody.line),
            complete: try complete.map(BatchBody.line))
        return try await post(body, from: nil, idempotencyKey: idempotencyKey.uuidString.lowercased())
    }

    /// - Parameter device: the phone whose plan applies.
    func post(_ body: BatchBody, from device: String?, idempotencyKey: String) async throws -> BatchReceipt {
        let answer = try await send(batchRequest(body, from: device, idempotencyKey))
        guard let receipt = try? JSONDecoder().decode(BatchReceipt.self, from: answer.body),
            receipt.records.samples.count == body.samples.count, receipt.records.deleted.count == body.deleted.count
        else {
            throw HealthstoreError(.notUnderstood, "the response is not a receipt of this batch", status: 200)
        }
        return receipt
    }

    /// The maximum number of batches whose upload may start before `post` waits for them. 0 if the
    /// transport does not upload in the background.
    var uploadsMax: Int { (transport as? any UploadStarting)?.uploadCountMax ?? 0 }

    /// Starts the upload of a batch without waiting for its response.
    ///
    /// - Throws: Any error if the body cannot be written to a file.
    func startUpload(_ body: BatchBody, from device: String?, idempotencyKey: String) async throws {
        guard let transport = transport as? any UploadStarting else { return }
        try await transport.start(authorized(batchRequest(body, from: device, idempotencyKey)))
    }

    private func batchRequest(_ body: BatchBody, from device: String?, _ idempotencyKey: String) -> URLRequest {
        var request = request("v1/batches", body.json, ["Idempotency-Key": idempotencyKey], method: "POST")
        if let device { request.url = url("v1/batches", [("device", device)]) ?? request.url }
        return request
    }

    /// Reports to the service the time zone that the person has from now on.
    ///
    /// - Parameter timeZone: a name of the IANA database, such as `Europe/Berlin`.
    /// - Throws: `HealthstoreError` or `CancellationError`.
    public func reportTimeZone(_ timeZone: String) async throws {
        _ = try await send("v1/time-zones", try JSONEncoder().encode(["timeZone": timeZone]))
    }

    /// Stores the activity rings of a day. They replace those that the service has.
    ///
    /// - Throws: `HealthstoreError`, `CancellationError`, or `EncodingError` for a number that is
    ///   not finite.
    public func put(_ summary: ActivitySummaryRecord) async throws {
        try await putActivitySummary(try summary.json(), of: summary.date)
    }

    /// Stores some characteristics of the person. The others stay.
    ///
    /// - Throws: `HealthstoreError`, `CancellationError`, or `EncodingError` for a number that is
    ///   not finite.
    public func patch(_ characteristics: [CharacteristicRecord]) async throws {
        try await patchCharacteristics(try CharacteristicRecord.json(characteristics))
    }

    func patchCharacteristics(_ json: Data) async throws {
        _ = try await send("v1/characteristics", json, method: "PATCH")
    }

    func putActivitySummary(_ json: Data, of date: String) async throws {
        _ = try await send("v1/activity-summaries/\(date)", json, method: "PUT")
    }

    /// Sends JSON and returns the response, whose status is 200.
    ///
    /// - Throws: `HealthstoreError` or `CancellationError`.
    func send(
        _ path: String, _ json: Data, _ headers: [String: String] = [:], method: String = "POST"
    ) async throws -> HTTPAnswer {
        try await send(request(path, json, headers, method: method))
    }

    private func request(
        _ path: String, _ json: Data, _ headers: [String: String], method: String
    ) -> URLRequest {
        var request = URLRequest(url: address.appendingPathComponent(path))
        request.httpMethod = method
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if isCompressing, json.count >= HealthstoreClient.compressedBytesMin,
            let compressed = GzipWriter.compress(json), compressed.count < json.count
        {
            request.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
            request.httpBody = compressed
        } else {
            request.httpBody = json
        }
        return request
    }

    /// Asks a question and returns the body of the answer.
    ///
    /// - Throws: `HealthstoreError` or `CancellationError`.
    func ask(_ path: String, _ query: [(String, String)]) async throws -> Data {
        guard let url = url(path, query) else { throw HealthstoreError(.refused, "the question has no address") }
        return try await send(URLRequest(url: url)).body
    }

    private func url(_ path: String, _ query: [(String, String)]) -> URL? {
        // URLQueryItem does not encode "+", which servers read as a blank.
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.urlQueryAllowed)) ?? ""
        }
        var components = URLComponents(url: address.appendingPathComponent(path), resolvingAgainstBaseURL: false)
        if !query.isEmpty {
            components?.percentEncodedQuery = query.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
        }
        return components?.url
    }

    func send(_ request: URLRequest, accepting statuses: Set<Int> = [200]) async throws -> HTTPAnswer {
        let answer: HTTPAnswer
        do {
            answer = try await transport.send(authorized(request))
        } catch let error as CancellationError {
            throw error
        } catch let error as HealthstoreError {
            throw error
        } catch {
            throw HealthstoreError(
                .notReachable, "no response was received (\((error as NSError).domain) \((error as NSError).code))")
        }
        guard statuses.contains(answer.status) else { throw HealthstoreClient.error(answer, at: Date()) }
        return answer
    }

    private func authorized(_ request: URLRequest) -> URLRequest {
        var request = request
        request.timeoutInterval = HealthstoreClient.secondsMax
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    // MARK: Error responses

    /// The least time in seconds before a request is repeated that a server in front of the service
    /// has refused, for example while the service starts.
    static let foreignRefusalDelay: TimeInterval = 30

    /// The body of an error response of the service. The body of another server may have any form.
    private struct ServiceError: Decodable {
        var code: String
        var message: String
    }

    static func error(_ answer: HTTPAnswer, at now: Date) -> HealthstoreError {
        let serviceError = try? JSONDecoder().decode(ServiceError.self, from: answer.body)
        var retryAfter = RetryAfter.seconds(answer.headers["retry-after"], at: now)
        let (code, message): (HealthstoreError.Code, String)
        switch answer.status {
        case 300..<400: (code, message) = (.notUnderstood, "the service's address is redirected")
        case 408, 425, 429, 500...: (code, message) = (.unavailable, "the service is unavailable")
        case 413: (code, message) = (.tooLarge, "the request is too large for the service")
        case 400..<500 where serviceError == nil:
            // A proxy responds so while the service starts. Only the service's own refusal is
            // final.
            (code, message) = (.notUnderstood, "another server than healthstore refuses the request")
            retryAfter = max(retryAfter ?? 0, foreignRefusalDelay)
        case 401, 403, 404, 405: (code, message) = (.notAccepted, "the service does not accept the request")
        case 400..<500: (code, message) = (.refused, "the service refuses the request")
        default: (code, message) = (.notUnderstood, "the response has an unexpected status")
        }
        return HealthstoreError(
            code, serviceError?.message ?? message, status: answer.status, serviceCode: serviceError?.code,
            retryAfter: retryAfter)
    }
}

/// Parses the header field `Retry-After`, which contains seconds or a date.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
enum RetryAfter {
    static func seconds(_ text: String?, at now: Date) -> TimeInterval? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
