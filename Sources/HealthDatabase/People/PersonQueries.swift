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

/// Queries about what a holder stored about a person.
public class HolderQueries: PersonQueries {
    let holderID: Int32?

    /// - Parameter holderID: nil for the person's own holder.
    public init(person: Person, session: Session, holderID: Int32? = nil) {
        self.holderID = holderID
        super.init(person: person, session: session)
    }
}

/// Queries that write samples of a person.
public class PersonWriter: PersonQueries {
    let access: WriteAccess

    /// - Parameter access: the access of the caller who sends the samples.
    public init(person: Person, session: Session, access: WriteAccess = .everything) {
        self.access = access
        super.init(person: person, session: session)
    }
}
