import HealthCore

/// The automation of Health Auto Export that sent a request, and how it groups points.
public struct HealthAutoExportAutomation {
    /// The automation's id, else its name, else empty.
    public let id: String
    let period: String
    /// Nil for the app's default: heart rate by second, everything else by minute.
    let grouping: PointGrouping?
    /// The run; nil if the app does not name the run or the automation.
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
        // Automations without an id cannot be told apart, so a run of one would make a run of
        // another look old.
        self.session = id.isEmpty || session.isEmpty ? nil : session
    }

    /// The prefix of the bundle identifiers of the automation's sources.
    var prefix: String {
        let name = id.replacing("%", with: "%25").replacing(":", with: "%3A")
        return SourceClass.aggregatePrefix + name + ":"
    }

    /// Whether a request lists all points of its window, so that stored points that it does not
    /// list are deleted. False for an automation without an id: its points cannot be told from
    /// those of other automations.
    public var statesWindows: Bool {
        !id.isEmpty && HealthAutoExportAutomation.wholePeriods.contains(HealthAutoExportTables.key(period))
    }

    private static let wholePeriods: Set<String> = ["default", "today", "yesterday", "previous7days"]

    /// Returns the grouping of the points of a type.
    func grouping(ofType type: String?) -> PointGrouping { grouping ?? (type == "heartRate" ? .second : .minute) }
}
