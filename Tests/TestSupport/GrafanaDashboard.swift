import Foundation

/// The queries of a dashboard of scripts/grafana.
public struct GrafanaDashboard: Decodable, Sendable {
    public var panels: [Panel]
    public var templating: Templating

    public struct Panel: Decodable, Sendable {
        public var title: String
        public var description: String
        public var type: String
        public var targets: [Target]
    }

    public struct Target: Decodable, Sendable {
        public var rawSql: String
        public var format: String
    }

    public struct Templating: Decodable, Sendable {
        public var list: [Variable]
    }

    public struct Variable: Decodable, Sendable {
        public var name: String
        public var type: String
        public var query: String
    }

    /// - Parameter name: the name of the file in scripts/grafana.
    public init(named name: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let file = root.appending(path: "scripts/grafana/\(name)")
        self = try JSONDecoder().decode(GrafanaDashboard.self, from: try Data(contentsOf: file))
    }
}

/// Replaces the variables and macros of a query as Grafana does: first its variables in the
/// browser, then its macros in the server.
///
/// https://grafana.com/docs/grafana/latest/dashboards/variables/variable-syntax/,
/// https://grafana.com/docs/grafana/latest/datasources/postgres/query-editor/
public struct GrafanaQuery: Sendable {
    /// The values of the dashboard's variables and of `__timezone`. The zone is an IANA name, even
    /// if the dashboard uses the browser's zone, or `utc`.
    private var variables: [String: String]
    /// RFC 3339 in UTC, in quotation marks, as a text whose type PostgreSQL infers.
    private var from: String
    private var to: String

    /// - Parameters:
    ///   - from: RFC 3339 in UTC.
    ///   - to: RFC 3339 in UTC.
    public init(variables: [String: String], from: String, to: String) {
        self.variables = variables
        self.from = "'\(from)'"
        self.to = "'\(to)'"
    }

    public struct UnknownName: Error {
        public var name: String
    }

    public func sql(_ query: String) throws -> String { try expandingMacros(try expandingVariables(query)) }

    private func expandingVariables(_ query: String) throws -> String {
        try replacing(#"\$\{([A-Za-z_]+)(?::([a-z]+))?\}|\$([A-Za-z_]+)(?!\w|\()"#, in: query) { groups in
            let name = groups[1] + groups[3]
            guard let value = variables[name] else { throw UnknownName(name: name) }
            switch groups[2] {
            case "": return value
            case "sqlstring": return "'" + value.replacingOccurrences(of: "'", with: "''") + "'"
            default: throw UnknownName(name: groups[2])
            }
        }
    }

    private func expandingMacros(_ query: String) throws -> String {
        try replacing(#"\$([A-Za-z_]+)\(([^)]*)\)"#, in: query) { groups in
            let arguments = groups[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            switch (groups[1], arguments.count) {
            case ("__timeFrom", 0): return from
            case ("__timeTo", 0): return to
            case ("__timeFilter", 1): return "\(arguments[0]) BETWEEN \(from) AND \(to)"
            case ("__timeGroup", 2):
                guard arguments[1] == "'15m'" else { throw UnknownName(name: arguments[1]) }
                return "floor(extract(epoch from \(arguments[0]))/900)*900"
            default: throw UnknownName(name: groups[1])
            }
        }
    }

    private func replacing(
        _ pattern: String, in text: String, _ replacement: ([String]) throws -> String
    ) throws -> String {
        let expression = try NSRegularExpression(pattern: pattern)
        let source = text as NSString
        var result = ""
        var end = 0
        for match in expression.matches(in: text, range: NSRange(location: 0, length: source.length)) {
            result += source.substring(with: NSRange(location: end, length: match.range.location - end))
            let groups = (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : source.substring(with: range)
            }
            result += try replacement(groups)
            end = match.range.location + match.range.length
        }
        return result + source.substring(from: end)
    }
}
