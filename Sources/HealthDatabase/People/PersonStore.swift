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
        try checkName(name, of: "a person")
        return try session.transaction {
            try HolderStore.lockNames(session)
            let created = try session.first(
                """
                insert into health.person (name) values ($1) on conflict (name) do nothing
                returning person_id, uuid, name
                """, name, as: Person.self)
            guard let person = created else {
                throw HealthDatabaseError(.personExists, "there is already a person named \"\(name)\"")
            }
            try session.run("insert into health.change_counter (person_id) values ($1)", person)
            try HolderStore.addOwn(of: person, session)
            return person
        }
    }

    /// Returns the person with this name.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`
    public static func find(name: String, _ session: Session) throws -> Person {
        // PostgreSQL cannot store the character U+0000 in a text and would refuse the statement.
        guard isName(name), let person = try session.first("\(stored) and name = $1", name, as: Person.self) else {
            throw unknown(name)
        }
        return person
    }

    private static let stored = "select person_id, uuid, name from health.person where erasing_since is null"

    /// Returns the person with this uuid; nil if the store has no such person.
    ///
    /// - Throws: `PostgresError`
    public static func find(uuid: UUID, _ session: Session) throws -> Person? {
        try session.first("\(stored) and uuid = $1", uuid, as: Person.self)
    }

    /// Returns the person with this id; nil if the store has no such person.
    ///
    /// - Throws: `PostgresError`
    static func find(id: Int32, _ session: Session) throws -> Person? {
        try session.first("\(stored) and person_id = $1", id, as: Person.self)
    }

    /// Returns false if the person was deleted, or is being erased.
    ///
    /// - Throws: `PostgresError`
    static func exists(_ person: Person, _ session: Session) throws -> Bool {
        try session.first("\(stored) and person_id = $1", person, as: Person.self) != nil
    }

    /// Returns all people, in order of name. People who are being erased are left out.
    ///
    /// - Throws: `PostgresError`
    public static func list(_ session: Session) throws -> [Person] {
        try session.all("\(stored) order by name", as: Person.self)
    }

    /// Renames a person, and so the person's own holder.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedName`, `personExists`, `unknownPerson`),
    ///   `PostgresError`
    public static func rename(_ person: Person, to name: String, _ session: Session) throws -> Person {
        try checkName(name, of: "a person")
        return try session.transaction {
            try HolderStore.claim(name: name, person: person.id, session)
            let renamed = try session.affectedRows(
                "update health.person set name = $2 where person_id = $1 and erasing_since is null", person, name)
            guard renamed == 1 else { throw unknown(person.name) }
            return Person(id: person.id, uuid: person.uuid, name: name)
        }
    }

    /// - Parameter owner: what has the name, with its article.
    /// - Throws: `HealthDatabaseError` (`malformedName`) if the name is empty or no label.
    static func checkName(_ name: String, of owner: String) throws {
        guard isName(name) else {
            throw HealthDatabaseError(
                .malformedName, "\(owner)'s name has 1 to \(nameBytesMax) bytes and no control characters")
        }
    }

    /// - Throws: `HealthDatabaseError` (`malformedName`) if the name of a token is no label.
    static func checkTokenName(_ name: String) throws {
        guard isLabel(name) else {
            throw HealthDatabaseError(
                .malformedName, "a token's name has at most \(nameBytesMax) bytes and no control characters")
        }
    }

    private static func unknown(_ name: String) -> HealthDatabaseError {
        HealthDatabaseError(
            .unknownPerson, "there is no person named \"\(name)\"",
            hint: "healthstore person list shows them, healthstore person add NAME adds one")
    }

    static func isName(_ name: String) -> Bool { !name.isEmpty && isLabel(name) }

    /// True if `text` has at most `bytesMax` bytes and no control characters.
    public static func isLabel(_ text: String, bytesMax: Int = nameBytesMax) -> Bool {
        text.isLabel(bytesMax: bytesMax)
    }
}
