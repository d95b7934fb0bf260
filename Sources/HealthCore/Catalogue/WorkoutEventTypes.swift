extension Catalogue {
    /// The events of workouts.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkworkouteventtype
    static let workoutEventTypeTable = CatalogueTable(
        name: "workout_event_type",
        csv: #"""
            raw_value,case_name,export_xml_string,ios_introduced,may_have_duration,meaning
            1,pause,HKWorkoutEventTypePause,8.0,false,workout paused by user
            2,resume,HKWorkoutEventTypeResume,8.0,false,workout resumed
            3,lap,HKWorkoutEventTypeLap,10.0,true,lap marker; may carry a duration
            4,marker,HKWorkoutEventTypeMarker,10.0,false,point of interest marker
            5,motionPaused,HKWorkoutEventTypeMotionPaused,10.0,false,automatic pause because motion stopped
            6,motionResumed,HKWorkoutEventTypeMotionResumed,10.0,false,automatic resume
            7,segment,HKWorkoutEventTypeSegment,11.0,true,segment of a workout; carries a duration
            8,pauseOrResumeRequest,HKWorkoutEventTypePauseOrResumeRequest,11.0,false,user asked to toggle pause/resume
            """#)
}
