import Foundation

/// A link that sets up an automation of the app Health Auto Export on the phone that opens it.
///
/// The parameters are those of the app's documentation:
/// https://help.healthyapps.dev/en/health-auto-export/automations/deep-link and
/// https://github.com/Lybron/health-auto-export/wiki/Configuration-&-Deep-Linking. The page makes
/// the same link for health metrics (`Sources/HealthPage/Files/views/data/connect.js`).
struct HealthAutoExportLink {
    /// The data of an automation. Each automation sends one kind.
    enum DataKind: String, CaseIterable {
        case healthMetrics = "healthmetrics"
        case workouts

        /// The kind in words.
        var text: String {
            switch self {
            case .healthMetrics: "health metrics"
            case .workouts: "workouts"
            }
        }
    }

    let text: String

    /// - Parameters:
    ///   - address: the service as the phone reaches it, without a slash at the end.
    ///   - token: a token with the right to write.
    init(_ kind: DataKind, address: String, token: String) {
        var parameters = [
            ("url", address + "/v1/clients/health-auto-export"),
            // The app separates names and values by commas, and no token has a comma.
            ("headers", "X-API-Key," + token),
            ("name", kind == .healthMetrics ? "healthstore" : "healthstore " + kind.text), ("format", "json"),
            ("datatype", kind.rawValue),
            // The Health app stores some samples hours or days after they were measured.
            ("period", "previous7Days"),
        ]
        if kind == .healthMetrics { parameters += [("interval", "minutes"), ("aggregatedata", "true")] }
        parameters += [("syncinterval", "hours"), ("syncquantity", "1"), ("enabled", "true")]
        let query = parameters.map { $0 + "=" + HealthAutoExportLink.encoded($1) }
        text = "com.HealthExport://automation?" + query.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
