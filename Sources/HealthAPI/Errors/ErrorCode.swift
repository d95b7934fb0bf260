import HTTPServer
import HealthCore
import HealthDatabase

/// Every code of an error answer, a rejected record or line, and a failed import.
///
/// Clients depend on codes, so a code keeps its meaning. A code that the service no longer uses
/// stays listed, without a status and with the meaning "Retired.". So no other error can get its
/// name.
public enum ErrorCode: CaseIterable, Sendable {
    // Errors of the request as HTTP.
    case malformedRequest, notFound, methodNotAllowed, notAcceptable, disconnected, malformedBody,
        contentTooLarge, unsupportedContentEncoding, malformedHeader, malformedIdempotencyKey,
        idempotencyKeyReused

    // Errors of the token.
    case missingToken, invalidToken, unknownPerson, wrongPerson, tooManyWrongTokens, operatorToken,
        operatorTokenNeeded

    // People.
    case personExists, malformedName, noSuchPerson, wrongName, noErasing

    // Access.
    case crossSiteRequest, insecureConnection, unknownUser, readNotGranted, writeNotGranted, manageNotGranted,
        exceedsAccess, wrongStatement, noStatements, unknownClient, unknownHolder, missingGrant, unknownGrant,
        ownGrant, unknownToken, unknownSession,
        tooManyGrants, tooManyTokens, tooManyHolders, unknownWebhook, tooManyWebhooks, unknownPairing,
        unknownInvitation,
        sessionNeeded, wrongPasskey, unknownPasskey, tooManyPasskeys, noOpenid, openidRefused, openidUnavailable

    // Errors of limits and load.
    case rateLimited, tooManyRequests, tooManyStreams, overloaded, stopping, conflict, lockTimeout, timedOut

    // Errors of parameters.
    case missingParameter, malformedParameter, unknownParameter, repeatedParameter, unknownType, wrongKind,
        unknownTimeZone, noTimeZoneHistory, unknownUnit, incompatibleUnit, incompatibleOption, emptyRange,
        rangeTooLong, tooManyBuckets, outOfRange, malformedCursor

    // Errors of bodies and batches.
    case malformedJSON, malformedBatch, batchRejected, unknownField, tooManyRecords, tooManyQuantities,
        tooManyVersions, tooManyReceipts, noRoom

    // Errors of records and fields.
    case missingField, malformedField, malformedUUID, malformedDate, malformedNumber, endBeforeStart,
        outsideSeries, notFinite, valueTooLarge, unknownValue, contradictory, fieldTooLong, tooManyNames,
        duplicateUUID, deletedBefore, beforeStart, lineTooLong, malformedLine

    // Errors of anchors, sync plans, sources, time zones and workouts.
    case unknownAnchor, emptyAnchor, malformedAnchor, foreignAnchor, anchorExpired, tooManyAnchors,
        tooManyPlans, unknownPlan, unknownSource, ambiguousSource, repeatedSource, sourceNotJoinable, tooManyTimeZones,
        overlappingTimeZones, unknownSample, unknownWorkout, workoutExists, recordingFinished, recordingDiscarded,
        tooManyRecordings

    // Errors of uploads.
    case noImports, unknownImport, importEnded, importNotUndoable, emptyUpload, encodedPiece,
        malformedContentRange, malformedDigest, digestMismatch, incompletePiece, tooLongPiece, gap,
        totalChanged, uploadInProgress, uploadComplete, uploadLost, uploadElsewhere, uploadRefused, uploadAbandoned,
        tooManyUploads, tooManyImports, uploadQuotaExceeded, insufficientStorage, importDirectoryUnusable,
        storageLow

    // Errors of imports.
    case noExport, malformedExport, tooLarge, importFailed, importCancelled, malformedFile, unreadableFile,
        fileTooLarge, secondExport

    // Errors of the service and its database.
    case internalError, databaseUnavailable, commitUnknown, readOnly, notReplicated, standbyBehind,
        databaseReadOnly, databaseTooNew, databaseTooOld, databaseUpgradePending, archiveFailing, functionsUnusable,
        notTheOwner, migrationChanged, sqlFilesMissing

    /// The code as clients see it: the name of the case in snake case.
    public var rawValue: String { ErrorCode.rawValues[self] ?? "" }

    public init?(rawValue: String) {
        guard let code = ErrorCode.codes[rawValue] else { return nil }
        self = code
    }

    private static let rawValues = Dictionary(
        uniqueKeysWithValues: allCases.map { code in
            (code, "\(code)".replacing(#/([a-z])([A-Z])/#) { "\($0.1)_\($0.2)" }.lowercased())
        })
    private static let codes = Dictionary(uniqueKeysWithValues: rawValues.map { ($1, $0) })

    /// The usual status of an error answer with this code. Nil if only records and imports have the
    /// code.
    public var status: HTTPStatus? { statuses.first }

    /// All statuses of error answers with this code, the usual one first. Empty if only records and
    /// imports have the code.
    public var statuses: [HTTPStatus] { row.statuses.map(HTTPStatus.init(rawValue:)) }

    /// The meaning, in one sentence.
    public var meaning: String { row.meaning }

    private var row: (statuses: [Int], meaning: String) {
        switch self {
        case .malformedRequest: ([400], "The request line or a header field is malformed.")
        case .notFound: ([404], "No endpoint has this path.")
        case .methodNotAllowed: ([405], "The path has no such method; `Allow` lists those that it has.")
        case .notAcceptable: ([406], "`Accept` names no media type in which the endpoint answers.")
        case .disconnected: ([400], "The client closed its sending side and had no answer within a second.")
        case .malformedBody: ([400], "The body is not what its `Content-Encoding` says.")
        case .contentTooLarge: ([413], "The body is longer than the endpoint takes.")
        case .unsupportedContentEncoding: ([415], "The body has a coding other than gzip.")
        case .malformedHeader: ([400], "A header field is too long, or is repeated.")
        case .malformedIdempotencyKey: ([400], "`Idempotency-Key` is repeated, too long or not visible ASCII.")
        case .idempotencyKeyReused: ([409], "Another request came with this `Idempotency-Key`.")
        case .missingToken: ([401], "The request has no token and no session.")
        case .invalidToken: ([401], "The token or session is unknown, wrong, revoked or expired.")
        case .unknownPerson:
            (
                [401, 404],
                "The token's person was erased (401), or the person in `person` granted the caller nothing (404)."
            )
        case .wrongPerson: ([401], "The token belongs to another person than the path.")
        case .tooManyWrongTokens: ([429], "Too many wrong tokens came from the client's address.")
        case .crossSiteRequest:
            ([403], "A page of another origin sent the request with a cookie or the sign-in of a proxy.")
        case .insecureConnection: ([403], "A session needs TLS, or a browser on the machine of the service.")
        case .unknownUser:
            ([403], "The proxy or the OpenID provider names a user, and no person of the store has this name.")
        case .noOpenid: ([404], "The service has no provider of OpenID Connect.")
        case .openidRefused: ([403], "The answer of the OpenID provider is refused; `details` has the reason.")
        case .openidUnavailable:
            ([503], "The OpenID provider does not answer as it should; `details` has the reason.")
        case .readNotGranted: ([403], "The token may not read data of the person.")
        case .writeNotGranted: ([403], "The token may not write the data of the request or record.")
        case .manageNotGranted: ([403], "The caller does not have the right to manage.")
        case .exceedsAccess: ([403], "A grant or token would give more than its maker may do.")
        case .wrongStatement: ([400], "PostgreSQL refuses the statement, or an answer would be too long.")
        case .noStatements:
            ([503], "The database's user is no superuser, or the store is on a cluster, so statements cannot run.")
        case .unknownClient: ([400], "An app is not registered, or has another address.")
        case .unknownHolder: ([400], "No holder has this name.")
        case .missingGrant: ([400], "The holder has no grant about the person.")
        case .unknownGrant: ([404], "There is no such grant about the person.")
        case .ownGrant: ([409], "The own holder's grant cannot be revoked, and needs no second grant.")
        case .unknownToken: ([404], "There is no such token about the person, or the caller may not see it.")
        case .unknownSession: ([404], "The holder has no such session, or the caller may not see it.")
        case .tooManyGrants: ([409], "The number of valid grants about the person is at its limit.")
        case .tooManyTokens: ([409], "The number of valid tokens about the person is at its limit.")
        case .tooManyHolders: ([409], "The number of holders of the store is at its limit.")
        case .unknownInvitation:
            ([404], "There is no such invitation about the person, it was accepted, or the caller may not see it.")
        case .sessionNeeded: ([403], "Only a session of the page may do this.")
        case .wrongPasskey:
            ([401, 400], "The answer of an authenticator is wrong, at a login (401) or for a new passkey (400).")
        case .unknownPasskey: ([404], "The holder has no such passkey.")
        case .tooManyPasskeys: ([409], "The number of passkeys of the holder is at its limit.")
        case .unknownWebhook: ([404], "There is no such webhook about the person, or the caller may not see it.")
        case .tooManyWebhooks: ([409], "The number of webhooks about the person is at its limit.")
        case .operatorToken: ([403], "An operator's token reads and writes no health data.")
        case .operatorTokenNeeded: ([403], "Managing people needs an operator's token.")
        case .personExists: ([409], "Another person or holder has this name.")
        case .malformedName: ([400], "A name is empty, longer than 200 bytes or has control characters.")
        case .noSuchPerson: ([404], "The store has no person with this uuid.")
        case .wrongName: ([409], "The name that confirms the erasing is not the name of the person.")
        case .noErasing: ([404], "This service erases no people.")
        case .rateLimited: ([429], "The token makes too many requests a second.")
        case .tooManyRequests:
            ([429], "The person has too many requests in flight, or too many bytes of bodies or answers in memory.")
        case .tooManyStreams: ([503, 429], "Too many streams are open: of all people (503), of the person (429).")
        case .overloaded: ([503], "The service has too many requests.")
        case .stopping: ([503], "The service is stopping.")
        case .conflict: ([503], "Another transaction was in the way; the same request succeeds later.")
        case .lockTimeout: ([503], "Another session holds a lock for longer than a request waits.")
        case .timedOut: ([504], "A statement ran longer than 60 seconds.")
        case .missingParameter: ([400], "A required parameter is missing.")
        case .malformedParameter: ([400], "A parameter is not of its form.")
        case .unknownParameter: ([400], "The endpoint has no such parameter.")
        case .repeatedParameter: ([400], "A parameter or key is given more than once.")
        case .unknownType: ([400], "No sample type has this name.")
        case .wrongKind: ([400], "The sample type is of another kind than needed.")
        case .unknownTimeZone: ([400], "The IANA database has no such time zone.")
        case .noTimeZoneHistory:
            ([400], "The time zone `person` is asked for, and nothing is known of where the person was.")
        case .unknownUnit: ([400], "HealthKit has no such unit.")
        case .incompatibleUnit: ([400], "The unit does not measure the type.")
        case .incompatibleOption: ([400], "The option does not apply to the type.")
        case .emptyRange: ([400], "The range ends before it begins, or where it begins.")
        case .rangeTooLong: ([400], "The range is longer than 200 years, or than the endpoint takes.")
        case .tooManyBuckets: ([400], "The answer would have too many buckets, days, nights or units.")
        case .outOfRange: ([400], "A number, date or list is outside its limits.")
        case .malformedCursor: ([400], "The cursor comes from no page of this service.")
        case .malformedJSON:
            (
                [400, 413],
                "The body is not JSON (400), or is longer than its JSON may be (413). A line that is not JSON is rejected "
                    + "alone."
            )
        case .malformedBatch: ([400], "The body is JSON, but not of the endpoint's form.")
        case .batchRejected:
            ([422], "An atomic batch has refused records, so nothing was stored; `details.rejected` lists them.")
        case .unknownField: ([400], "The object has no such member.")
        case .tooManyRecords:
            ([413, 400], "A batch has more than 10,000 records (413), or a list too many elements (400).")
        case .tooManyQuantities: ([413], "The series of a batch have more than 200,000 quantities.")
        case .tooManyVersions: ([413], "A batch has too many versions of one sample.")
        case .tooManyReceipts: ([413], "The receipts of one stream of lines are longer than 64 MiB.")
        case .noRoom: ([503], "The service has no room on its disk for receipts.")
        case .missingField: ([400], "A required member is missing.")
        case .malformedField: ([400], "A member is not of its form.")
        case .malformedUUID: ([400], "A uuid is malformed.")
        case .malformedDate: ([400], "A time is malformed.")
        case .malformedNumber: ([400], "A number is malformed or outside its limits.")
        case .endBeforeStart: ([400], "The end is before the start.")
        case .outsideSeries: ([], "A quantity of a series lies outside the dates of the series.")
        case .notFinite: ([], "A number is infinite or not a number.")
        case .valueTooLarge: ([], "The magnitude of a quantity is above 1e150 in the canonical unit.")
        case .unknownValue: ([400], "The category type has no such value.")
        case .contradictory:
            ([400], "Figures of one record contradict each other, such as more sleep than the night has hours.")
        case .fieldTooLong: ([400], "A member is longer than it may be.")
        case .tooManyNames:
            ([400], "The person has as many sources, devices, unknown types or units as the store keeps.")
        case .duplicateUUID: ([], "Two records of one batch have the same uuid.")
        case .deletedBefore: ([409], "The sample was deleted before.")
        case .unknownPairing: ([404], "The pairing code is wrong, was used or has expired.")
        case .beforeStart: ([400], "The sample begins before the start of the sync plan.")
        case .lineTooLong: ([], "A line is longer than 16 MiB.")
        case .malformedLine: ([], "A line is JSON, but not an object.")
        case .unknownAnchor: ([404], "The device has no anchor for this set of types.")
        case .emptyAnchor: ([400], "The body holds no anchor.")
        case .malformedAnchor: ([400], "The anchor comes from no page of this feed.")
        case .foreignAnchor: ([400], "The anchor belongs to another person or to other types.")
        case .anchorExpired:
            ([410], "The feed was renewed, or what the token may read has changed; read from the beginning.")
        case .tooManyAnchors: ([400], "The holder has as many anchors about the person as the store keeps.")
        case .tooManyPlans: ([400], "The person has as many sync plans as the store keeps.")
        case .unknownPlan: ([404], "The device has no sync plan of its own.")
        case .unknownSource: ([400, 404], "The person has no such source.")
        case .ambiguousSource: ([400], "Several sources have this name; use the id.")
        case .repeatedSource: ([400], "A source is named twice.")
        case .sourceNotJoinable: ([409], "The source is joined already, or to one of another kind.")
        case .tooManyTimeZones: ([400], "The person has as many time zone changes or reports as the store keeps.")
        case .overlappingTimeZones: ([400], "Two time zones are set for one time.")
        case .unknownSample: ([404], "The person has no sample with this uuid.")
        case .unknownWorkout: ([404], "The person has no workout with this uuid.")
        case .workoutExists: ([409], "The uuid belongs to another sample, or to a workout that began otherwise.")
        case .recordingFinished: ([409], "The workout is finished, with other content than the request has.")
        case .recordingDiscarded: ([409], "The workout was discarded or deleted.")
        case .tooManyRecordings: ([409], "The person has as many running or paused recordings as may be open.")
        case .noImports: ([404], "This service takes no imports.")
        case .unknownImport: ([404], "The person has no import with this number.")
        case .importEnded: ([409], "The import has ended, so it cannot be cancelled.")
        case .importNotUndoable:
            ([409], "The import has not finished, or was undone, or another import of the person runs.")
        case .emptyUpload: ([400], "The request has no file.")
        case .encodedPiece: ([400], "A piece of a file, or a file with a digest, has a `Content-Encoding`.")
        case .malformedContentRange: ([400], "`Content-Range` is missing, malformed or contradicts the body.")
        case .malformedDigest: ([400], "`Content-Digest` or `Repr-Digest` is malformed.")
        case .digestMismatch: ([400], "What arrived differs from its digest.")
        case .incompletePiece: ([400], "The body is shorter than `Content-Range` says.")
        case .tooLongPiece: ([400], "The body is longer than announced.")
        case .gap:
            (
                [416],
                "The piece begins after the bytes that the service has; `details.receivedBytes` says where to go on."
            )
        case .totalChanged: ([409], "The piece contradicts the length that was announced for the file.")
        case .uploadInProgress: ([409], "Another request or service receives this upload.")
        case .uploadComplete: ([409], "The upload is complete.")
        case .uploadLost: ([409], "The service no longer has the received bytes; upload the file again.")
        case .uploadElsewhere: ([503], "Another service has the received bytes; send the piece again.")
        case .uploadRefused: ([], "The upload was refused before any of it was received.")
        case .uploadAbandoned: ([], "No piece of the upload came for 7 days.")
        case .tooManyUploads: ([429], "The person has too many uploads in progress.")
        case .tooManyImports: ([429], "The person has too many waiting imports.")
        case .uploadQuotaExceeded: ([413], "The person's uploads that wait for import would be too large together.")
        case .insufficientStorage: ([507], "The disk of the service has no room for the file.")
        case .storageLow: ([507], "The disk of the database has less free space than the service reserves.")
        case .importDirectoryUnusable: ([503], "The service cannot write to its folder for uploads.")
        case .noExport: ([], "The file holds no HealthKit export.")
        case .malformedExport: ([], "The XML is broken beyond repair.")
        case .tooLarge: ([], "The file exceeds a limit.")
        case .importFailed: ([], "The import failed; its message says why.")
        case .importCancelled: ([], "The import was cancelled.")
        case .malformedFile: ([], "A file of the export is not what its name says.")
        case .unreadableFile: ([], "The file, or a file of the archive, cannot be read.")
        case .fileTooLarge: ([], "A file of the export is too large.")
        case .secondExport: ([], "The archive holds a second export; only the first is read.")
        case .internalError: ([500], "The service failed; its log says more.")
        case .databaseUnavailable: ([503], "The database cannot be used now.")
        case .commitUnknown: ([503], "The database did not say whether it stored the change. Send the request again.")
        case .readOnly: ([403], "The service only reads; the service of the primary takes the request.")
        case .notReplicated: ([503], "The standby does not have the change of `Read-After` yet.")
        case .standbyBehind: ([503], "The standby is too far behind its primary, or its lag is unknown.")
        case .databaseReadOnly: ([503], "The database takes no writes, and the service needs them.")
        case .databaseTooNew: ([503], "A newer program migrated the database.")
        case .databaseTooOld: ([503], "The database is not migrated to this program's schema.")
        case .databaseUpgradePending:
            ([503], "PostgreSQL's programs were replaced and the server was not yet restarted.")
        case .archiveFailing: ([503], "The archive of the write-ahead log has failed for more than an hour.")
        case .functionsUnusable: ([503], "The functions of the database cannot be used.")
        case .notTheOwner: ([503], "Row-level security hides people from the database user of the service.")
        case .migrationChanged: ([500], "A migration in the database differs from the one in this program.")
        case .sqlFilesMissing: ([500], "The program's SQL files cannot be read.")
        }
    }
}

extension ErrorCode {
    /// A table in Markdown of all codes with their statuses and meanings.
    public static var table: String {
        let rows = allCases.map { code in
            let statuses = code.statuses.map { String($0.rawValue) }.joined(separator: ", ")
            return "| `\(code.rawValue)` | \(statuses.isEmpty ? "–" : statuses) | \(code.meaning) |"
        }
        return (["| code | status | meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
    }
}
