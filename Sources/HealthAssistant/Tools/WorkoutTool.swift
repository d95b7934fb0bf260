import HealthCore
import JSONReader

/// `workouts`
enum WorkoutTool: AssistantTool {
    static let description = ToolDescription(
        name: "workouts", title: "Workouts",
        text: """
            Workouts, the newest first, with activity, start and end, duration in seconds without pauses, elapsedTime in \
            seconds with pauses, total energy and total distance with their units. A figure that was not recorded is null, \
            which is not zero. A workout with recordingState (running, paused or ended) is recorded live and not finished: \
            its end and figures are those so far. With types, each workout also has the figures of these quantity types during it. An answer \
            has at most \(AssistantTools.rowsMax) workouts, with types at most \(WorkoutRequest.statisticsLimitMax).
            """,
        arguments: [
            .from, .to, .timeZone,
            .init(
                name: "activityType", kind: .text,
                meaning: "Only workouts of this activity, by the name in HealthKit, such as running or cycling."),
            .init(
                name: "types", kind: .text,
                meaning: "Quantity types with figures of each workout, separated by commas, such as heartRate."),
            .limit(of: "workouts"), .cursor,
        ],
        fields: [
            .timeZone, .init(name: "workouts", type: "array", meaning: "The workouts, the newest first."),
            .init(
                name: "cursor", type: "string", isNullable: true,
                meaning: "The argument cursor of a call that returns further, older workouts; null if there are none."),
            .partial("True if the range has further workouts."), .notes,
        ])

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        let zone = arguments["timeZone"] ?? context.timeZone
        let limitDefault = arguments["types"] == nil ? AssistantTools.rowsMax : WorkoutRequest.statisticsLimitMax
        let query = [
            ("from", arguments["from"]), ("to", arguments["to"]), ("timeZone", zone),
            ("activityType", arguments["activityType"]), ("types", arguments["types"]),
            ("limit", arguments["limit"] ?? String(limitDefault)), ("cursor", arguments["cursor"]),
        ]
        return try context.get("/v1/workouts", query) { answer in
            let cursor = answer["cursor"]?.string
            let notes = [
                cursor == nil ? nil : "The range has further, older workouts; call again with cursor.",
                answer["workouts"]?.count == 0
                    ? "There are no workouts in this range that this token may read." : nil,
            ]
            return JSONWriter.answer(partial: cursor != nil, notes: notes) { writer in
                writer.member("timeZone", zone)
                writer.array("workouts") { writer in
                    answer["workouts"]?.forEachElement { _, workout in append(workout, to: &writer) }
                }
                writer.member("cursor", cursor)
            }
        }
    }

    private static func append(_ workout: JSONValue, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.members(
                [
                    "uuid", "workoutActivityTypeName", "startDate", "endDate", "recordingState", "duration",
                    "elapsedTime",
                    "totalEnergyBurned", "totalEnergyBurnedUnit", "totalDistance", "totalDistanceUnit",
                ], of: workout)
            writer.member("source", workout["source"]?["name"]?.string)
            writer.members(["statistics"], of: workout)
        }
    }
}
