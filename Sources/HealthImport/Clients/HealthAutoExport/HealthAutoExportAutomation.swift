import HealthCore

/// The automation (an upload configured in the app) of Health Auto Export that sent a request. It
/// also tells how the app groups points.
public struct HealthAutoExportAutomation {
    /// The automation's id. Its name if it has no id, and empty if it has neither.
    public let id: String
    let period: String
    /// The grouping of points. Nil for the app's default, which is by second for heart rate and by
    /// minute for all other types.
    let grouping: PointGrouping?
    /// The id of the automation's run. Nil if the app names no run or no automation.
    public let session: String?

    /// Longest id in UTF-8 bytes.
    public static let idBytesMax = 200

    /// - Parameters:
    ///   - period: the time range of the app's setting, such as `Default` or `Today`.
    ///   - aggregation: the app's setting for the grouping of points; nil for its default.
    ///   - session: the run; empty if the app does not name it.
    public init(id: String, period: String, aggregation: String?, session: String) {
        self.id = id
        self.period = period
        grouping = aggregation.flatMap(PointGrouping.init(aggregation:))
        // Automations without an id cannot be told apart. A run of one automation would make a run
        // of another look outdated.
        self.session = id.isEmpty || session.isEmpty ? nil : session
    }

    /// The prefix of the bundle identifiers of the automation's sources.
    var prefix: String {
        let name = id.replacing("%", with: "%25").replacing(":", with: "%3A")
        return SourceClass.aggregatePrefix + name + ":"
    }

    /// True if a request lists all points of its time window. Stored points in the window that the
    /// request does not list are then deleted. False for an automation without an id, because its
    /// points cannot be told from points of other automations.
    public var statesWindows: Bool {
        !id.isEmpty && HealthAutoExportAutomation.wholePeriods.contains(HealthAutoExportTables.key(period))
    }

    private static let wholePeriods: Set<String> = ["default", "today", "yesterday", "previous7days"]

    /// Returns the grouping of the points of a type.
    func grouping(ofType type: String?) -> PointGrouping { grouping ?? (type == "heartRate" ? .second : .minute) }
}
