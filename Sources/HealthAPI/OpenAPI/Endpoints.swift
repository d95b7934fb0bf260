extension Endpoint {
    /// All endpoints, grouped as in the OpenAPI document.
    static let all: [Endpoint] = [
        postBatch,
        postImport, putImport, getImports, getImport, getImportRefusals, getImportStream, deleteImport,
        getChanges, getChangeStream,
        getAnchor, putAnchor, deleteAnchor,
        postReconcile,
        postHealthAutoExport, postOpenWearables,
        getSamples, getLatest,
        getStatistics, getStatisticsCollection, getStatisticsPattern, getExplanation,
        getSummaries, getFootprint,
        getSleep,
        getWorkouts, getWorkout, putRecording, postRecording, postRecordingFinish, deleteRecording,
        getActivitySummaries, putActivitySummary,
        getCharacteristics, patchCharacteristics,
        getTimeZones, putTimeZones, postTimeZone,
        getTypes,
        getUnits, putUnits, getPreferences, putPreferences,
        getFreshness, getSources, getSourcePriority, putSourcePriority,
        getAccess, getGrants, postGrant, deleteGrant, getTokens, postToken, deleteToken,
        getSessions, postSession, deleteCurrentSession, deleteSession,
        getAccessLog,
        getWebhooks, postWebhook, postWebhookSecret, deleteWebhook,
        postQRCode,
        getPeople, postPerson, patchPerson, deletePerson,
        getHealth, getReady, getOpenAPI,
    ]
}
