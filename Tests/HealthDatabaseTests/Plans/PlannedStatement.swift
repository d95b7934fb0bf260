import Foundation
import Postgres

/// A statement as the server ran it, with its plan.
///
/// https://www.postgresql.org/docs/15/auto-explain.html
struct PlannedStatement {
    let sql: String
    /// The number of 8 KiB pages of tables and indexes that the statement read.
    let buffers: Int
    /// The number of rows that the nodes of the plan made or compared. A nested loop over arrays
    /// reads no page, and compares each row of one with each of the other.
    let comparedRows: Double
    /// False if the session does not prepare the statement, so PostgreSQL plans it each time.
    var keepsPlan = true
    private let plan: [String: Any]

    /// Makes the server report the plan of each statement of a session. The session must be a
    /// superuser's.
    static func observe(_ session: Session) throws {
        try session.executeScript(
            """
            load 'auto_explain';
            set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
            set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_level = warning;
            set log_min_messages = error
            """)
        _ = session.takeWarnings()
    }

    /// Returns the statements that the session has run since the last call.
    static func taken(from session: Session) throws -> [PlannedStatement] {
        let warnings = session.takeWarnings()
        // The session keeps no further warnings.
        guard warnings.count < 1_000 else { throw Failure.tooMany }
        return warnings.compactMap { warning in
            guard warning.hasPrefix("duration: "), let brace = warning.firstIndex(of: "{") else { return nil }
            let json = try? JSONSerialization.jsonObject(with: Data(warning[brace...].utf8)) as? [String: Any]
            return json.flatMap(PlannedStatement.init)
        }
    }

    enum Failure: Error {
        case tooMany
    }

    private init?(_ json: [String: Any]) {
        guard let sql = json["Query Text"] as? String, let plan = json["Plan"] as? [String: Any] else { return nil }
        self.sql = sql
        self.plan = plan
        buffers = PlannedStatement.buffers(plan) + PlannedStatement.unreadBuffers(plan)
        comparedRows = PlannedStatement.comparedRows(plan)
    }

    private static func children(_ node: [String: Any]) -> [[String: Any]] { node["Plans"] as? [[String: Any]] ?? [] }

    /// Returns the pages of a node and of all nodes below it.
    private static func buffers(_ node: [String: Any]) -> Int {
        ["Shared Hit Blocks", "Shared Read Blocks"].reduce(0) { $0 + (node[$1] as? Int ?? 0) }
    }

    /// Returns the rows of a node and of all nodes below it. PostgreSQL reports the mean of a node's
    /// executions.
    private static func comparedRows(_ node: [String: Any]) -> Double {
        func number(_ name: String) -> Double { (node[name] as? NSNumber)?.doubleValue ?? 0 }
        let rows = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter"].map(number).reduce(0, +)
        return rows * number("Actual Loops") + children(node).map(comparedRows).reduce(0, +)
    }

    /// Returns the pages of WITH queries that no node reads. They run after the plan has ended.
    private static func unreadBuffers(_ top: [String: Any]) -> Int {
        var read: Set<String> = []
        func visit(_ node: [String: Any]) {
            if let name = node["CTE Name"] as? String { read.insert(name) }
            children(node).forEach(visit)
        }
        visit(top)
        return children(top).filter { node in
            guard let name = node["Subplan Name"] as? String, name.hasPrefix("CTE ") else { return false }
            return !read.contains(String(name.dropFirst(4)))
        }.reduce(0) { $0 + buffers($1) }
    }

    /// The statement without line breaks, and its plan as an outline.
    var description: String {
        var lines = [PlannedStatement.oneLine(sql)]
        func visit(_ node: [String: Any], _ depth: Int) {
            let names = ["Node Type", "Subplan Name", "Relation Name", "Index Name", "CTE Name", "Function Name"]
            let conditions = ["Index Cond", "Filter", "Join Filter", "Hash Cond", "Merge Cond", "Sort Key"]
            let text = names.compactMap { node[$0] as? String }.joined(separator: " ")
            let rows =
                "rows \(node["Plan Rows"] ?? 0) → \(node["Actual Rows"] ?? 0) × \(node["Actual Loops"] ?? 0), \(PlannedStatement.buffers(node)) buffers"
            let rules = conditions.compactMap { name in node[name].map { "\(name): \($0)" } }.joined(separator: "; ")
            lines.append(String(repeating: "  ", count: depth) + "\(text) (\(rows)) \(rules)")
            for child in PlannedStatement.children(node) { visit(child, depth + 1) }
        }
        visit(plan, 1)
        return lines.joined(separator: "\n")
    }

    static func oneLine(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
