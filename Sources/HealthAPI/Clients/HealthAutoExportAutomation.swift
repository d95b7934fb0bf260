import HTTPServer
import HealthCore
import HealthDatabase

/// Which automation of Health Auto Export sent a request, and what its points are.
struct HealthAutoExportAutomation {
    /// `automation-id`, else `automation-name`, else empty.
    var id: String
    var period: String
    /// Nil for the app's default: heart rate by the second, all else by the minute.
    var grouping: PointGrouping?
    var session: String?

    /// Longest `automation-id` or `automation-name`, in UTF-8 bytes.
    static let idBytesMax = 200

    /// - Throws: `APIError` for a field that is too long.
    init(_ headers: HTTPHeaders) throws(APIError) {
        id = ["automation-id", "automation-name"].lazy.compactMap { headers[$0] }.first { !$0.isEmpty } ?? ""
        period = headers["automation-period"] ?? ""
        grouping = PointGrouping(header: headers["automation-aggregation"])
        // Runs of automations without a name cannot be told apart: one would make the other's look old.
        let run = headers["session-id"] ?? ""
        session = id.isEmpty || run.isEmpty ? nil : run
        for (name, text, bytesMax) in [
            ("automation-id", id, HealthAutoExportAutomation.idBytesMax),
            ("session-id", session ?? "", AutomationStatement.sessionBytesMax),
        ] where text.utf8.count > bytesMax {
            throw APIError(
                .malformedHeader, "\(name) is longer than \(bytesMax) bytes", key: "header", name)
        }
    }

    /// What the bundle identifiers of the automation's sources begin with.
    var prefix: String {
        let name = id.replacing("%", with: "%25").replacing(":", with: "%3A")
        return SourceClass.aggregatePrefix + name + ":"
    }

    /// Whether a request lists all points of its window, so that those that it does not list are gone. An automation
    /// without a name cannot be told from others, whose points are their own.
    var statesWindows: Bool {
        !id.isEmpty && HealthAutoExportAutomation.wholePeriods.contains(HealthAutoExportTables.key(period))
    }

    private static let wholePeriods: Set<String> = ["default", "today", "yesterday", "previous7days"]

    /// The grouping of a metric's points.
    func grouping(ofType type: String?) -> PointGrouping { grouping ?? (type == "heartRate" ? .second : .minute) }
}
