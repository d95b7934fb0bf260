import Foundation
import Postgres

/// A person whose data are in the store.
public struct Person: Hashable, Sendable {
    public var id: Int32
    /// The namespace of the uuids of imported samples.
    public var uuid: UUID
    public var name: String
}

/// Adds, finds and deletes the people of the store.
public enum PersonStore {
    /// The most bytes of a name, in UTF-8.
    public static let nameBytesMax = 200

    /// Adds a person.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedName`, `personExists`, `holderExists`),
    ///   `PostgresError`
    public static func create(name: String, _ session: Session) throws -> Person {
        guard isName(name) else {
            throw HealthDatabaseError(
                .malformedName, "a person's name has 1 to \(nameBytesMax) bytes and no control characters")
        }
        return try session.transaction {
            let result = try session.execute(
                "insert into health.person (name) values ($1) on conflict (name) do nothing returning person_id, uuid",
                [.text(name)])
            guard result.rowCount == 1 else {
                throw HealthDatabaseError(.personExists, "there is already a person named \"\(name)\"")
            }
            let person = Person(id: try result[0].int32(0), uuid: try result[0].uuid(1), name: name)
            _ = try session.execute("insert into health.change_counter (person_id) values ($1)", [.int32(person.id)])
            try HolderStore.addOwn(of: person, session)
            return person
        }
    }

    /// Returns the person with this name.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`
    public static func find(name: String, _ session: Session) throws -> Person {
        // PostgreSQL cannot store the character U+0000 in a text and would refuse the statement.
        let result =
            isName(name)
            ? try session.execute("select person_id, uuid from health.person where name = $1", [.text(name)]) : nil
        guard let result, result.rowCount == 1 else {
            throw HealthDatabaseError(
                .unknownPerson, "there is no person named \"\(name)\"",
                hint: "healthstore person list shows them, healthstore person add NAME adds one")
        }
        return Person(id: try result[0].int32(0), uuid: try result[0].uuid(1), name: name)
    }

    /// Returns all people, in order of name.
    ///
    /// - Throws: `PostgresError`
    public static func list(_ session: Session) throws -> [Person] {
        try session.execute("select person_id, uuid, name from health.person order by name").map {
            var row = $0
            return Person(id: try row.int32(), uuid: try row.uuid(), name: try row.text())
        }
    }

    /// The tables with personal data whose rows are not deleted by a foreign key when the person is
    /// deleted.
    private static let personalTables =
        ["sample"] + SideTable.allCases.map(\.rawValue) + [
            "deleted_sample", "sample_extent", "export_element", "sample_sync", "recognised_record", "slot_type",
            "slot_mark", "hour_slot", "day_slot", "source_type", "source_kind",
            "sample_holder",
        ]

    /// Deletes a person and all of the person's data.
    ///
    /// Waits until transactions that write the person's samples or imports have ended.
    ///
    /// - Throws: `PostgresError`
    public static func delete(_ person: Person, _ session: Session) throws {
        try session.transaction {
            _ = try session.execute(
                "select last_position from health.change_counter where person_id = $1 for update", [.int32(person.id)])
            // A refresher that starts to compute slots locks the person's row. Without this lock,
            // the refresher's new slots would remain after the deletion.
            _ = try session.execute("select from health.person where person_id = $1 for update", [.int32(person.id)])
            try TokenRevocation.notify(ofAll: person, session)
            try AccessChange.notify(ofAllHoldersAbout: person, session)
            let staged = try session.execute(
                "select import_id from health.import where person_id = $1 and state = 'running'", [.int32(person.id)])
            for row in staged { try StagingTable.imported(try row.int32(0), of: person).drop(session) }
            for table in personalTables {
                _ = try session.execute("delete from health.\(table) where person_id = $1", [.int32(person.id)])
            }
            _ = try session.execute("delete from health.person where person_id = $1", [.int32(person.id)])
        }
    }

    static func isName(_ name: String) -> Bool { !name.isEmpty && isLabel(name) }

    /// True if `text` has at most `bytesMax` bytes and no control characters.
    static func isLabel(_ text: String, bytesMax: Int = nameBytesMax) -> Bool {
        text.isLabel(bytesMax: bytesMax)
    }
}
