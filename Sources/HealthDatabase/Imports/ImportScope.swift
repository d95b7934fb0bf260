import Foundation
import Postgres

/// The imports of a person that a caller may list, cancel or continue.
public enum ImportScope: Sendable {
    case all
    /// The imports of the holder. A token that narrows the grants of the holder gets only the
    /// imports of its own uploads, because a report counts records of types that the token may not
    /// read.
    case own(holderID: Int32, tokenID: UUID?)

    /// The imports that the caller may list. A caller who may read everything may list all imports.
    public init(_ caller: Caller) {
        self = caller.access.readsAll ? .all : .ofHolder(caller)
    }

    /// The imports that the caller may cancel. A caller who may read and write everything may
    /// cancel all imports.
    public static func cancellable(by caller: Caller) -> ImportScope {
        caller.access.readsAll && caller.access.writesAll ? .all : .ofHolder(caller)
    }

    /// The uploads that the caller may continue.
    public static func ofHolder(_ caller: Caller) -> ImportScope {
        .own(holderID: caller.access.holderID, tokenID: caller.tokenID)
    }

    /// Returns a condition on `import` of the person $1.
    ///
    /// - Parameter first: the number of the first of `parameters`.
    func condition(_ first: Int) -> String {
        switch self {
        case .all: "true"
        case .own:
            """
            import.holder_id = $\(first) and (
                $\(first + 1)::uuid is null
                or import.token_id = $\(first + 1)
                or exists (
                    select 1 from health.token
                    where token.person_id = $1 and token.token_id = $\(first + 1) and token.may_read and token.may_write
                        and token.shows_names and token.all_groups is null and token.from_time is null
                        and token.to_time is null))
            """
        }
    }

    var parameters: [Parameter] {
        switch self {
        case .all: []
        case .own(let holderID, let tokenID): [.int32(holderID), .uuid(tokenID)]
        }
    }
}

extension StoredImport {
    /// The report for a caller who may not read everything. It does not tell which records the
    /// store had.
    public var reportWithoutStored: ImportWriter.Report {
        var report = report
        report.stored = state == .finished ? report.received - report.repeatedInside : 0
        report.alreadyKnown = 0
        report.recognised = 0
        report.completed = 0
        report.deletedBefore = 0
        return report
    }
}

extension ImportCount {
    /// The counts for a caller who may not read everything, like
    /// `StoredImport.reportWithoutStored`.
    public var withoutStored: ImportCount {
        var count = self
        count.stored = read - refused - repeatedInside
        count.recognised = 0
        count.deletedBefore = 0
        return count
    }
}
