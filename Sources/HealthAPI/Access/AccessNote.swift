import HTTPServer
import HealthCore
import HealthDatabase

/// The facts of a request that the access log keeps. It has no values.
struct AccessNote: Sendable {
    private let caller: Caller
    private let types: [String]
    private let from: String?
    private let to: String?

    /// The maximum number of types of an entry.
    static let typesMax = 64
    /// The maximum length of the parameters `from` and `to`.
    static let timeBytesMax = 40

    init(_ caller: Caller, _ request: HTTPRequest) {
        var types: [String] = []
        var (from, to): (String?, String?)
        for (name, value) in request.query {
            switch (name, value) {
            case ("type", let value?), ("types", let value?), ("x", let value?), ("y", let value?):
                for name in value.split(separator: ",") where types.count < AccessNote.typesMax {
                    let name = Catalogue.sampleType(named: String(name))?.identifier ?? String(name)
                    if AccessNote.isType(name) { types.append(name) }
                }
            case ("from", let value?): from = AccessNote.time(value)
            case ("to", let value?): to = AccessNote.time(value)
            default: break
            }
        }
        self.caller = caller
        self.types = types
        self.from = from
        self.to = to
    }

    private static func isType(_ name: String) -> Bool {
        !name.isEmpty && name.isLabel(bytesMax: SampleReferences.typeBytesMax)
    }

    /// Returns nil if the text is not a time, because such a text could be a health value.
    private static func time(_ text: String) -> String? {
        let isTime = text.utf8.count <= timeBytesMax && (try? QuestionTime(text, "time")) != nil
        return isTime ? text : nil
    }

    func entry(_ access: HTTPAccess) -> AccessLogEntry {
        let microseconds = Int64(access.duration / .microseconds(1))
        return AccessLogEntry(
            personID: caller.person.id, time: Instant(microseconds: Instant.now.microseconds - microseconds),
            holderID: caller.access.holderID, credentialID: caller.credential.token?.tokenID,
            kind: caller.credential.isSession ? .session : .token, method: access.method.rawValue, route: access.route,
            types: types,
            from: from, to: to, status: access.status?.rawValue, rowCount: access.rowCount,
            answerBytes: access.bodyBytesOut)
    }
}
