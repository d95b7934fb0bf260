import Postgres

/// Queries about the data of one person, which a session sends.
public class PersonQueries {
    let person: Person
    let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }
}
