import Foundation
import Postgres

/// Searches for people who were erased and are in the store.
extension Doctor {
    /// The findings about people whose erasing has begun. Empty if there are none: only then can
    /// the rows be checked, because an erasing deletes them table by table.
    func begunErasings() throws -> [Finding] {
        let erasing = try lockedPeople(PersonEraser.lockClass)
        return try PersonEraser.pending(session).map { person in
            let (name, isRunning) = (person.name, erasing.contains(person.id))
            return Finding(
                isGood: isRunning,
                text: isRunning
                    ? "\(name) is being erased now; doctor checks the rows of the store when that has ended"
                    : "the erasing of \(name) was interrupted; doctor checks the rows of the store when it has ended",
                hint: "the rest cannot be read any more; run healthstore migrate or healthstore serve to delete it")
        }
    }

    /// Finds people of the list of erased people, in the file or the database, who are in the
    /// store: an older backup was restored, and no command has used the store since.
    func erasedPeople() throws -> Finding {
        let listed: (erased: Set<UUID>, restored: Set<UUID>)
        do { listed = try list?.read() ?? ([], []) } catch let error as HealthDatabaseError {
            return .fault(error.message, hint: error.hint)
        }
        let names = try session.all(
            """
            select name from health.person
            where erasing_since is null
                and (uuid = any($1) or uuid in (select uuid from health.erased_person) and uuid <> all($2))
            order by name
            """, Array(listed.erased), Array(listed.restored), as: String.self)
        let text = "no erased person is in the store"
        return Finding(
            isGood: names.isEmpty,
            text: names.isEmpty
                ? text : "\(text), but for \(names.joined(separator: ", ")), as after a restore of an older backup",
            hint: "healthstore serve or healthstore migrate erases them again")
    }
}
