extension HelpTopic {
    static let files = """
        Files

        healthstore import takes export.zip, under any name, in any language and also inside another zip; an unzipped export,
        named by its directory; or export.xml. The export is the file whose document element is HealthData. Beside an export.xml,
        the folders workout-routes, electrocardiograms, clinical-records and attachments are read, too. Symbolic links are refused
        by name and not followed; nothing outside the directory is read; the limits are those of a zip.

        Importing a file again adds nothing; several exports of one person add what each has more than the others: the zip after
        the bare export.xml brings the routes' points, a newer export the statistics of known workouts. The report counts such
        records as "completed by this file". What an app has sent stays as the app sent it.

        - Record, Correlation, Workout, WorkoutRoute, Audiogram, VisionPrescription and ClinicalRecord are samples. Routes
          (workout-routes/*.gpx) and clinical records (clinical-records/*.json) join the samples that name them; one that nobody
          names is kept as an element File. Each electrocardiograms/*.csv is a sample.
        - ActivitySummary (by day) and Me are kept as the newest export says them, whichever is imported first.
        - Unknown types, elements and attributes are kept as they are. Other files are kept by path, size and SHA-256 alone;
          export_cda.xml, which repeats the export, and what macOS adds are left out and counted.
        - The beats of a heart rate variability have a time of day, no date and no zone. As zones differ from UTC by quarters of an
          hour, the first is placed at (its time - start) modulo 15 minutes, the others follow.
        - Times have the offset of the phone at export time, which only makes them instants; days follow HKTimeZone.
        - The WorkoutStatistics and zones of a workout and of its activities are answered by GET /v1/workouts/{uuid} as
          workoutStatistics and workoutZoneGroups, in the unit of the export, also where an app sent the workout.
        - Exports of iOS 8 and 9: rows with recordCount are sums or averages that the phone made. They are kept as sources of class
          "aggregate", which count only where nothing else was measured. Minimum, maximum and average stay with the row; the
          average is its value. Attributes that are no column are metadata, also with blanks in their names; HKWasUserEntered="1"
          counts; numbers of categories are HealthKit's raw values.
        - What cannot be a sample is refused with file, line and reason; a damaged file beside the export is refused by name. A
          damaged export ends the import, and nothing of it stays.

        The same command goes on where an import was interrupted, also by kill -9 (--restart begins at the start of the file). A file is the same if its
        size and its bytes at 17 places are; a directory if the paths, sizes and times of change of its files are. A person's first import is
        stored while it is read, so that figures grow; the change feed shows it when it is whole. health.import,
        health.import_count (per type and source) and health.import_refusal say in SQL what became of every record:
        read = stored + already known + repeated inside + deleted before + refused.

        The same over HTTP, for files of any size, which may arrive in pieces:

            curl -H "Authorization: Bearer $TOKEN" -T export.zip -X POST "$ADDRESS/v1/imports?fileName=export.zip"
            curl -H "Authorization: Bearer $TOKEN" "$ADDRESS/v1/imports/1"            receivedBytes, progress, report
            curl -H "Authorization: Bearer $TOKEN" -N "$ADDRESS/v1/imports/1/stream"  the same as events
            curl … -X PUT -H "Content-Range: bytes 1000000-1999999/2000000" --data-binary @piece "$ADDRESS/v1/imports/1"

        healthstore export writes everything of a person as lines of JSON: a header, what samples refer to, then each sample as
        POST /v1/batches takes it ("sample") with what only a store knows ("stored"), deletions, elements, orders of sources, chosen
        units, time zones and anchors, and at the end how many lines there are of each kind. Two exports of equal stores are equal but for the
        header. healthstore import restores the file into a person without data, all or nothing, with the uuid of the first;
        --keep-part restores a damaged one up to its damage. --format csv writes samples of one type, or of each, as a table.
        """
}
