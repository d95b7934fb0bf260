import Foundation
import HealthstoreClient

/// Plain words for what the library reports.
enum Words {
    /// Returns the name of a type, such as “Step count”.
    static func name(of type: String) -> String {
        let prefixes = ["HKQuantityType", "HKCategoryType", "HKCorrelationType", "HKDataType", "HK"]
        var name = Substring(type)
        if let prefix = prefixes.first(where: name.hasPrefix) { name.removeFirst(prefix.count) }
        for word in ["TypeIdentifier", "Identifier"] where name.hasSuffix(word) { name.removeLast(word.count) }
        if name.hasPrefix("Identifier") { name.removeFirst("Identifier".count) }
        let words = name.replacing(#/([a-z])([A-Z])/#) { "\($0.1) \($0.2)" }.lowercased()
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    static func describe(_ content: SampleRecord.Content) -> String {
        switch content {
        case .quantity(let value, let unit):
            "\(value.formatted(.number.precision(.fractionLength(0...1)))) \(unit)"
        case .category(let value): "value \(value)"
        case .categoryName(let name): name
        }
    }

    static func describe(_ pause: SyncPause) -> String {
        switch pause {
        case .off: "The sync is off."
        case .until(let date): "The next sync is at \(date.formatted(date: .omitted, time: .shortened))."
        }
    }

    /// Returns what happened and what helps.
    static func describe(_ error: any Error) -> String {
        guard let error = error as? HealthstoreError else { return error.localizedDescription }
        switch error.code {
        case .notReachable: return "The service was not reached. The app tries again."
        case .unavailable, .notUnderstood: return "The service does not answer right now. The app tries again."
        case .notAccepted where error.status == 401: return "The service does not know this app. Scan a new QR code."
        case .notAccepted where error.status == 403: return "The QR code does not allow this. Make one that does."
        case .storeUnavailable: return "The phone is locked, so its health data cannot be read. The app tries again."
        case .inUse: return "The last sync is still ending. The app tries again."
        case .storageFailed: return "A file cannot be written. Make space on the phone."
        case .quarantineFull: return "The service refuses too many samples. Update the service."
        default: return error.description
        }
    }

    /// Returns the average and the range in beats per minute.
    static func describe(_ rate: Today.HeartRate) -> String {
        "\(Int(rate.average.rounded())) (\(Int(rate.minimum))–\(Int(rate.maximum)))"
    }

    /// Returns a duration, such as “7 h 5 min”.
    static func hours(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        return "\(minutes / 60) h \(minutes % 60) min"
    }
}
