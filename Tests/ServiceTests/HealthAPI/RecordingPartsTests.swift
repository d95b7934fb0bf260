import Testing

@testable import HealthAPI

@Suite struct RecordingPartsTests {
    @Test("of two messages about an activity the one with its end counts, in any order and if one comes again")
    func activities() throws {
        let begun = """
            {"uuid": "1B4E28BA-2FA1-41D2-883F-0016D3CCA427", "workoutActivityType": "running",
             "startDate": "2024-05-01T10:00:00Z"}
            """
        let ended = begun.replacing("\"startDate\"", with: "\"endDate\": \"2024-05-01T10:30:00Z\", \"startDate\"")
        func merged(_ activities: [String]) throws -> String {
            var stored: [UInt8]?
            for activity in activities {
                let parts = try RecordingParts(body: Array(#"{"workoutActivities": [\#(activity)]}"#.utf8))
                stored = try RecordingParts.merged(stored, parts.activities, time: "startDate")
            }
            return String(decoding: stored ?? [], as: UTF8.self)
        }
        let expected = try merged([ended])
        #expect(expected.contains("10:30:00"))
        for order in [[begun, ended], [ended, begun], [begun, ended, begun]] {
            #expect(try merged(order) == expected)
        }
    }
}
