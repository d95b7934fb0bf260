extension HelpTopic {
    static let clients = """
        Other makers' clients

        Health Auto Export posts to /v1/clients/health-auto-export. Choose JSON, the period Default or Previous 7 Days, and group by
        minutes. The lists (metrics, workouts, symptoms, …) may be in "data", at the top, or one object deeper. A body with none of them is
        400 malformed_batch, which names the lists; a body whose records are all unreadable gets the same. An empty list is fine.

        - Its metrics are figures of minutes, hours or days that the app has merged already: sources of class "aggregate". An aggregate
          counts only where no other sample of the type touches it, as a whole or not at all; GET /v1/explain says betterKnown.
        - A heart rate {Min, Avg, Max} counts with all three: minimum, average and maximum of a bucket. Without Avg it counts in count,
          duration, minimum and maximum; the average and mostRecent are those of the other samples, and null without any
          (noAverage in an explanation). A value between Min and Max is never made up.
        - Dates are read as phones print them, on clocks of 24 or 12 hours, with AM and PM of the usual languages.
        - A metric or workout without a type of HealthKit's is kept as hae:NAME, or under its own name.

        open-wearables' SDK and HealthMes post to /api/v1/sdk/users/USER/sync, USER being the person's name or uuid. The SDK sends nothing
        again after 202, and drops a chunk at any 4xx but 401. So a record that is wrong costs no other one:

        - "rejected" counts what is not stored at all: a record without a readable startDate or that is no object, a text with U+0000, a
          deletion without id, names beyond the limits (too_many_names).
        - "keptAsObjects" counts what could not be taken as what it says it is (a value that is no number, an end before the start, …): it
          is stored whole under the type openwearables:TYPE:object, and counts nowhere.
        - "reasons" lists both with path, code, message and whether it was kept.

        An id that is a uuid is the sample's. Of any other id the uuid is made from the id, and without an id from type, times, value,
        unit and source: the same record sent again is unchanged. Two equal records without ids count once.

        Older versions write the source as {name, bundleIdentifier, productType, …}, or in snake case. Each of Apple's devices is one source
        of its class (watch, phone), each other app one, in all forms. Metadata may be an object or a list of {key, value}.
        """
}
