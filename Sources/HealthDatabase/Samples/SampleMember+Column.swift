import HealthCore
import Postgres

/// The columns of `SampleMembers`.
extension SampleMember {
    /// The name of the type in PostgreSQL.
    var columnType: String {
        switch value {
        case .time: "timestamptz"
        case .text: "text"
        case .number: "double precision"
        }
    }

    func write(_ members: SampleMembers, to writer: inout BinaryCopyWriter) {
        switch value {
        case .time(let path): writer.timestamptz(members[keyPath: path]?.microseconds)
        case .text(let path): writer.text(members[keyPath: path])
        case .number(let path): writer.double(members[keyPath: path])
        }
    }

    /// Reads the next column of `row`.
    func read(_ row: inout Row, into members: inout SampleMembers) throws {
        switch value {
        case .time(let path): members[keyPath: path] = try row.optionalInstant()
        case .text(let path): members[keyPath: path] = try row.optionalText()
        case .number(let path): members[keyPath: path] = try row.optionalDouble()
        }
    }
}

extension [SampleMember] {
    /// SQL with one item for each column. It starts with a comma, so it continues another list.
    func list(_ item: (SampleMember) -> String) -> String { map { ", " + item($0) }.joined() }
}
