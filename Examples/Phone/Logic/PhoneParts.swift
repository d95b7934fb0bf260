import Foundation
import HealthstoreClient

/// The parts of the phone that the model uses. Tests have others.
struct PhoneParts {
    var connections: any ConnectionStore
    var access: any HealthAccess
    var store: any HealthSampleStore
    /// A folder of the app. It contains health data.
    var folder: URL
    var configuration = SyncConfiguration()
    /// Creates the transport, which the model does once in a process. It fails before the first
    /// unlock, when files cannot be read.
    var makeTransport: () throws -> any HTTPTransport
}

/// Keeps the text of the QR code.
protocol ConnectionStore {
    /// Returns the text, or nil if the app is not connected.
    ///
    /// - Throws: any error if the text cannot be read now, for example before the person first
    ///   unlocks the phone after a restart.
    func read() throws -> String?

    /// Keeps the text, or removes it.
    func write(_ text: String?) throws
}

/// Asks the person which types to share.
protocol HealthAccess: Sendable {
    /// True if HealthKit has not asked the person for all of the types.
    func mustAsk(for types: [String]) async throws -> Bool

    /// Shows HealthKit's sheet if HealthKit has not asked for all of the types.
    func ask(for types: [String]) async throws
}
