import HTTPServer
import HealthImport
import Testing

@testable import HealthAPI

@Suite struct HealthAutoExportHeaderTests {
    @Test("the automation is its id, else its name; a run counts only with an automation")
    func headers() throws {
        let named = try HealthAutoExportAutomation([
            "automation-name": "Morning", "automation-period": "Today", "session-id": "7",
        ])
        #expect(named.id == "Morning" && named.session == "7" && named.statesWindows)
        let both = try HealthAutoExportAutomation(["automation-id": "A", "automation-name": "Morning"])
        #expect(both.id == "A" && both.session == nil && !both.statesWindows)
        let empty = try HealthAutoExportAutomation([
            "automation-id": "", "automation-name": "Morning", "session-id": "",
        ])
        #expect(empty.id == "Morning" && empty.session == nil)
        #expect(try HealthAutoExportAutomation(["session-id": "7"]).session == nil)
    }

    @Test("a longer id, name or run is refused", arguments: ["automation-id", "automation-name", "session-id"])
    func tooLong(name: String) throws {
        func headers(_ count: Int) -> HTTPHeaders {
            var headers: HTTPHeaders = name == "session-id" ? ["automation-id": "A"] : [:]
            headers[name] = String(repeating: "a", count: count)
            return headers
        }
        #expect(throws: Never.self) { try HealthAutoExportAutomation(headers(200)) }
        let error = #expect(throws: APIError.self) { try HealthAutoExportAutomation(headers(201)) }
        #expect(error?.code == .malformedHeader)
    }
}
