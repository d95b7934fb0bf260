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
        exceedsAccess, unknownHolder, missingGrant, unknownGrant, ownGrant, unknownToken, unknownSession,
        tooManyGrants, tooManyTokens, unknownWebhook, tooManyWebhooks

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
        duplicateUUID, deletedBefore, lineTooLong, malformedLine

    // Errors of anchors, sources, time zones and workouts.
    case unknownAnchor, emptyAnchor, malformedAnchor, foreignAnchor, anchorExpired, tooManyAnchors,
        unknownSource, ambiguousSource, repeatedSource, sourceNotJoinable, tooManyTimeZones,
        overlappingTimeZones, unknownWorkout, workoutExists, recordingFinished, recordingDiscarded,
        tooManyRecordings

    // Errors of uploads.
    case noImports, unknownImport, importEnded, importNotUndoable, emptyUpload, encodedPiece,
        malformedContentRange, malformedDigest, digestMismatch, incompletePiece, tooLongPiece, gap,
        totalChanged, uploadInProgress, uploadComplete, uploadLost, uploadRefused, uploadAbandoned,
        tooManyUploads, tooManyImports, uploadQuotaExceeded, insufficientStorage, importDirectoryUnusable,
        storageLow

    // Errors of imports.
    case noExport, malformedExport, tooLarge, importFailed, importCancelled, malformedFile, unreadableFile,
        fileTooLarge, secondExport

    // Errors of the service and its database.
    case internalError, databaseUnavailable, commitUnknown, readOnly, notReplicated, standbyBehind,
        databaseReadOnly, databaseTooNew, databaseTooOld, databaseUpgradePending, functionsUnusable,
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
    public var statuses: [HTTPStatus] { row.statuses }

    /// The meaning, in one sentence.
    public var meaning: String { row.meaning }

    private var row: (statuses: [HTTPStatus], meaning: String) {
        switch self {
        case .malformedRequest: ([.badRequest], "The request line or a header field is malformed.")
        case .notFound: ([.notFound], "No endpoint has this path.")
        case .methodNotAllowed: ([.methodNotAllowed], "The path has no such method; `Allow` lists those that it has.")
        case .notAcceptable: ([.notAcceptable], "`Accept` names no media type in which the endpoint answers.")
        case .disconnected: ([.badRequest], "The client closed its sending side and had no answer within a second.")
        case .malformedBody: ([.badRequest], "The body is not what its `Content-Encoding` says.")
        case .contentTooLarge: ([.contentTooLarge], "The body is longer than the endpoint takes.")
        case .unsupportedContentEncoding: ([.unsupportedMediaType], "The body has a coding other than gzip.")
        case .malformedHeader: ([.badRequest], "A header field is too long, or is repeated.")
        case .malformedIdempotencyKey: ([.badRequest], "`Idempotency-Key` is repeated, too long or not visible ASCII.")
        case .idempotencyKeyReused: ([.conflict], "Another request came with this `Idempotency-Key`.")
        case .missingToken: ([.unauthorized], "The request has no token and no session.")
        case .invalidToken: ([.unauthorized], "The token or session is unknown, wrong, revoked or expired.")
        case .unknownPerson:
            ([.unauthorized, .notFound], "The person of the token was erased, or `person` granted nothing (404).")
        case .wrongPerson: ([.unauthorized], "The token belongs to another person than the path.")
        case .tooManyWrongTokens: ([.tooManyRequests], "Too many wrong tokens came from the client's address.")
        case .crossSiteRequest:
            ([.forbidden], "A page of another origin sent the request with a cookie or the sign-in of a proxy.")
        case .insecureConnection: ([.forbidden], "A session needs TLS, or a browser on the machine of the service.")
        case .unknownUser: ([.forbidden], "The proxy names a user, and no person of the store has this name.")
        case .readNotGranted: ([.forbidden], "The token may not read data of the person.")
        case .writeNotGranted: ([.forbidden], "The token may not write the data of the request or record.")
        case .manageNotGranted: ([.forbidden], "The caller does not have the right to manage.")
        case .exceedsAccess: ([.forbidden], "A grant or token would give more than its maker may do.")
        case .unknownHolder: ([.badRequest], "No holder has this name.")
        case .missingGrant: ([.badRequest], "The holder has no grant about the person.")
        case .unknownGrant: ([.notFound], "There is no such grant about the person.")
        case .ownGrant: ([.conflict], "The own holder's grant cannot be revoked, and needs no second grant.")
        case .unknownToken: ([.notFound], "There is no such token about the person, or the caller may not see it.")
        case .unknownSession: ([.notFound], "The holder has no such session, or the caller may not see it.")
        case .tooManyGrants: ([.conflict], "The number of valid grants about the person is at its limit.")
        case .tooManyTokens: ([.conflict], "The number of valid tokens about the person is at its limit.")
        case .unknownWebhook: ([.notFound], "There is no such webhook about the person, or the caller may not see it.")
        case .tooManyWebhooks: ([.conflict], "The number of webhooks about the person is at its limit.")
        case .operatorToken: ([.forbidden], "An operator's token reads and writes no health data.")
        case .operatorTokenNeeded: ([.forbidden], "Managing people needs an operator's token.")
        case .personExists: ([.conflict], "Another person or holder has this name.")
        case .malformedName: ([.badRequest], "A name is empty, longer than 200 bytes or has control characters.")
        case .noSuchPerson: ([.notFound], "The store has no person with this uuid.")
        case .wrongName: ([.conflict], "The name that confirms the erasing is not the name of the person.")
        case .noErasing: ([.notFound], "This service erases no people.")
        case .rateLimited: ([.tooManyRequests], "The token makes too many requests a second.")
        case .tooManyRequests:
            (
                [.tooManyRequests],
                "The person has too many requests in flight, or too many bytes of bodies or answers in memory."
            )
        case .tooManyStreams:
            (
                [.serviceUnavailable, .tooManyRequests],
                "Too many streams are open: of all people (503), of the person (429)."
            )
        case .overloaded: ([.serviceUnavailable], "The service has too many requests.")
        case .stopping: ([.serviceUnavailable], "The service is stopping.")
        case .conflict: ([.serviceUnavailable], "Another transaction was in the way; the same request succeeds later.")
        case .lockTimeout: ([.serviceUnavailable], "Another session holds a lock for longer than a request waits.")
        case .timedOut: ([.gatewayTimeout], "A statement ran longer than 60 seconds.")
        case .missingParameter: ([.badRequest], "A required parameter is missing.")
        case .malformedParameter: ([.badRequest], "A parameter is not of its form.")
        case .unknownParameter: ([.badRequest], "The endpoint has no such parameter.")
        case .repeatedParameter: ([.badRequest], "A parameter or key is given more than once.")
        case .unknownType: ([.badRequest], "No sample type has this name.")
        case .wrongKind: ([.badRequest], "The sample type is of another kind than needed.")
        case .unknownTimeZone: ([.badRequest], "The IANA database has no such time zone.")
        case .noTimeZoneHistory:
            ([.badRequest], "The time zone `person` is asked for, and nothing is known of where the person was.")
        case .unknownUnit: ([.badRequest], "HealthKit has no such unit.")
        case .incompatibleUnit: ([.badRequest], "The unit does not measure the type.")
        case .incompatibleOption: ([.badRequest], "The option does not apply to the type.")
        case .emptyRange: ([.badRequest], "The range ends before it begins, or where it begins.")
        case .rangeTooLong: ([.badRequest], "The range is longer than 200 years, or than the endpoint takes.")
        case .tooManyBuckets: ([.badRequest], "The answer would have too many buckets, days, nights or units.")
        case .outOfRange: ([.badRequest], "A number, date or list is outside its limits.")
        case .malformedCursor: ([.badRequest], "The cursor comes from no page of this service.")
        case .malformedJSON:
            (
                [.badRequest, .contentTooLarge],
                "The body is not JSON (400), or is longer than its JSON may be (413). A line that is not JSON is rejected "
                    + "alone."
            )
        case .malformedBatch: ([.badRequest], "The body is JSON, but not of the endpoint's form.")
        case .batchRejected:
            (
                [.unprocessableContent],
                "An atomic batch has refused records, so nothing was stored; `details.rejected` lists them."
            )
        case .unknownField: ([.badRequest], "The object has no such member.")
        case .tooManyRecords:
            (
                [.contentTooLarge, .badRequest],
                "A batch has more than 10,000 records (413), or a list too many elements (400)."
            )
        case .tooManyQuantities: ([.contentTooLarge], "The series of a batch have more than 200,000 quantities.")
        case .tooManyVersions: ([.contentTooLarge], "A batch has too many versions of one sample.")
        case .tooManyReceipts: ([.contentTooLarge], "The receipts of one stream of lines are longer than 64 MiB.")
        case .noRoom: ([.serviceUnavailable], "The service has no room on its disk for receipts.")
        case .missingField: ([.badRequest], "A required member is missing.")
        case .malformedField: ([.badRequest], "A member is not of its form.")
        case .malformedUUID: ([.badRequest], "A uuid is malformed.")
        case .malformedDate: ([.badRequest], "A time is malformed.")
        case .malformedNumber: ([.badRequest], "A number is malformed or outside its limits.")
        case .endBeforeStart: ([.badRequest], "The end is before the start.")
        case .outsideSeries: ([], "A quantity of a series lies outside the dates of the series.")
        case .notFinite: ([], "A number is infinite or not a number.")
        case .valueTooLarge: ([], "The magnitude of a quantity is above 1e150 in the canonical unit.")
        case .unknownValue: ([.badRequest], "The category type has no such value.")
        case .contradictory:
            ([.badRequest], "Figures of one record contradict each other, such as more sleep than the night has hours.")
        case .fieldTooLong: ([.badRequest], "A member is longer than it may be.")
        case .tooManyNames:
            ([.badRequest], "The person has as many sources, devices, unknown types or units as the store keeps.")
        case .duplicateUUID: ([], "Two records of one batch have the same uuid.")
        case .deletedBefore: ([.conflict], "The sample was deleted before.")
        case .lineTooLong: ([], "A line is longer than 16 MiB.")
        case .malformedLine: ([], "A line is JSON, but not an object.")
        case .unknownAnchor: ([.notFound], "The device has no anchor for this set of types.")
        case .emptyAnchor: ([.badRequest], "The body holds no anchor.")
        case .malformedAnchor: ([.badRequest], "The anchor comes from no page of this feed.")
        case .foreignAnchor: ([.badRequest], "The anchor belongs to another person or to other types.")
        case .anchorExpired:
            ([.gone], "The feed was renewed, or what the token may read has changed; read from the beginning.")
        case .tooManyAnchors: ([.badRequest], "The holder has as many anchors about the person as the store keeps.")
        case .unknownSource: ([.badRequest, .notFound], "The person has no such source.")
        case .ambiguousSource: ([.badRequest], "Several sources have this name; use the id.")
        case .repeatedSource: ([.badRequest], "A source is named twice.")
        case .sourceNotJoinable: ([.conflict], "The source is joined already, or to one of another kind.")
        case .tooManyTimeZones:
            ([.badRequest], "The person has as many time zone changes or reports as the store keeps.")
        case .overlappingTimeZones: ([.badRequest], "Two time zones are set for one time.")
        case .unknownWorkout: ([.notFound], "The person has no workout with this uuid.")
        case .workoutExists: ([.conflict], "The uuid belongs to another sample, or to a workout that began otherwise.")
        case .recordingFinished: ([.conflict], "The workout is finished, with other content than the request has.")
        case .recordingDiscarded: ([.conflict], "The workout was discarded or deleted.")
        case .tooManyRecordings: ([.conflict], "The person has as many running or paused recordings as may be open.")
        case .noImports: ([.notFound], "This service takes no imports.")
        case .unknownImport: ([.notFound], "The person has no import with this number.")
        case .importEnded: ([.conflict], "The import has ended, so it cannot be cancelled.")
        case .importNotUndoable:
            ([.conflict], "The import has not finished, or was undone, or another import of the person runs.")
        case .emptyUpload: ([.badRequest], "The request has no file.")
        case .encodedPiece: ([.badRequest], "A piece of a file, or a file with a digest, has a `Content-Encoding`.")
        case .malformedContentRange: ([.badRequest], "`Content-Range` is missing, malformed or contradicts the body.")
        case .malformedDigest: ([.badRequest], "`Content-Digest` or `Repr-Digest` is malformed.")
        case .digestMismatch: ([.badRequest], "What arrived differs from its digest.")
        case .incompletePiece: ([.badRequest], "The body is shorter than `Content-Range` says.")
        case .tooLongPiece: ([.badRequest], "The body is longer than announced.")
        case .gap:
            (
                [.rangeNotSatisfiable],
                "The piece begins after the bytes that the service has; `details.receivedBytes` says where to go on."
            )
        case .totalChanged: ([.conflict], "The piece contradicts the length that was announced for the file.")
        case .uploadInProgress: ([.conflict], "Another request or service receives this upload.")
        case .uploadComplete: ([.conflict], "The upload is complete.")
        case .uploadLost: ([.conflict], "The service no longer has the received bytes; upload the file again.")
        case .uploadRefused: ([], "The upload was refused before any of it was received.")
        case .uploadAbandoned: ([], "No piece of the upload came for 7 days.")
        case .tooManyUploads: ([.tooManyRequests], "The person has too many uploads in progress.")
        case .tooManyImports: ([.tooManyRequests], "The person has too many waiting imports.")
        case .uploadQuotaExceeded:
            ([.contentTooLarge], "The person's uploads that wait for import would be too large together.")
        case .insufficientStorage: ([.insufficientStorage], "The disk of the service has no room for the file.")
        case .storageLow:
            ([.insufficientStorage], "The disk of the database has less free space than the service reserves.")
        case .importDirectoryUnusable: ([.serviceUnavailable], "The service cannot write to its folder for uploads.")
        case .noExport: ([], "The file holds no HealthKit export.")
        case .malformedExport: ([], "The XML is broken beyond repair.")
        case .tooLarge: ([], "The file exceeds a limit.")
        case .importFailed: ([], "The import failed; its message says why.")
        case .importCancelled: ([], "The import was cancelled.")
        case .malformedFile: ([], "A file of the export is not what its name says.")
        case .unreadableFile: ([], "The file, or a file of the archive, cannot be read.")
        case .fileTooLarge: ([], "A file of the export is too large.")
        case .secondExport: ([], "The archive holds a second export; only the first is read.")
        case .internalError: ([.internalServerError], "The service failed; its log says more.")
        case .databaseUnavailable: ([.serviceUnavailable], "The database cannot be used now.")
        case .commitUnknown:
            ([.serviceUnavailable], "The database did not say whether it stored the change. Send the request again.")
        case .readOnly: ([.forbidden], "The service only reads; the service of the primary takes the request.")
        case .notReplicated: ([.serviceUnavailable], "The standby does not have the change of `Read-After` yet.")
        case .standbyBehind:
            ([.serviceUnavailable], "The standby is too far behind its primary, or its lag is unknown.")
        case .databaseReadOnly: ([.serviceUnavailable], "The database takes no writes, and the service needs them.")
        case .databaseTooNew: ([.serviceUnavailable], "A newer program migrated the database.")
        case .databaseTooOld: ([.serviceUnavailable], "The database is not migrated to this program's schema.")
        case .databaseUpgradePending:
            ([.serviceUnavailable], "PostgreSQL's programs were replaced and the server was not yet restarted.")
        case .functionsUnusable: ([.serviceUnavailable], "The functions of the database cannot be used.")
        case .notTheOwner:
            ([.serviceUnavailable], "Row-level security hides people from the database user of the service.")
        case .migrationChanged:
            ([.internalServerError], "A migration in the database differs from the one in this program.")
        case .sqlFilesMissing: ([.internalServerError], "The program's SQL files cannot be read.")
        }
    }
}
