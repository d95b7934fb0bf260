/// A page of help that belongs to no command: `healthstore help figures`.
struct HelpTopic {
    var name: String
    var summary: String
    var text: String

    static let all = [
        HelpTopic(name: "figures", summary: "what a sum or an average is made of", text: figures),
        HelpTopic(name: "days", summary: "where days and nights begin and end", text: days),
        HelpTopic(name: "sleep", summary: "how a night is put together", text: sleep),
        HelpTopic(name: "sync", summary: "what becomes of a sample, and how to follow the changes", text: sync),
        HelpTopic(name: "clients", summary: "what Health Auto Export and open-wearables may send", text: clients),
        HelpTopic(name: "files", summary: "what is kept of an export, and what healthstore export writes", text: files),
    ]

    private static let figures = """
        Figures

        A bucket is what lies between two edges, such as a day. A sample takes part with what of it lies inside.

        Cumulative types (steps, energy) have a sum. At each instant the source that is believed most counts, so that phone
        and watch are never added up, and what only one of them saw is never lost. Ask GET /v1/explain why a sum is what it
        is. A day of a real export, seen by a phone and a wristband:

            GET /v1/explain?type=stepCount&interval=day&timeZone=Asia/Jerusalem&bucket=2017-10-30

            "statistics": {"count": 92, "sum": 16707.558398220244, …},
            "sources": [{"name": "Health",        "rank": 4,  "count": 2,  "sum": 2166,               …},
                        {"name": "Alex’s iPhone", "rank": 5,  "count": 54, "sum": 2340,               …},
                        {"name": "Connect",       "rank": 21, "count": 36, "sum": 12201.558398220244, …}],
            "samples": [… {"uuid": "9dc4fc3d-dc67-59f2-97ad-76724ddcd476", "value": 265, "source": 10,
                           "startDate": "2017-10-30T09:30:00+02:00", "endDate": "2017-10-30T09:44:59+02:00",
                           "contribution": 148.2703003337041, "countedSeconds": 503,
                           "reason": "partlyOverruled", "overruledBy": [12]} …]

        The wristband (Connect, 10) says 265 steps in a quarter of an hour. During 396 of its 899 seconds the phone (12),
        which is believed more, has samples of its own; 503/899 of the 265 steps count. The contributions of the 92 samples
        make the sum. PUT /v1/sources/priority changes whom to believe, type by type, at once.

        A sample that crosses an edge is split in proportion to time. A real watch once wrote its basal energy of twelve days
        as one sample, 2018-10-28 02:25:14 to 2018-11-09 13:18:27 (+01:00), 18,087.8 kcal. Day by day in Europe/Paris:

            2018-10-28    1305.927    from 02:25:14 of standard time, in a day of 25 hours
            2018-10-29    1452.413    and so on each day until
            2018-11-08    1452.413
            2018-11-09     805.333    until 13:18:27

        Discrete types have average, minimum and maximum. Temporally weighted ones (heart rate) are weighed by the time for
        which they stand: a single beat until the next sample of its source, at most ten minutes. Sound levels are averaged
        as energy. mostRecent is the value of the sample that ends last; duration is the time covered by any sample.

        A figure is in the unit of the question (unit=lb, --unit lb, or for several types unit=heartRate:count/min,bodyMass:lb), else
        in the unit that the person chose (PUT /v1/units), else in the one that a phone with metric settings prints. Usual spellings
        are understood (bpm, lbs, °C, km/h). Values are stored in canonical units and converted last. % goes from 0 to 1.

        A bucket without samples is null, not zero. "partial" says that the range or the present cuts a bucket.
        """

    private static let days = """
        Days and nights

        Days are calendar days of a zone of the IANA database and have 23 or 25 hours where its clocks change. A wall clock
        that occurs twice means its first occurrence, one that does not exist the instant of the change. dayStart=04:00 lets
        days begin at four, firstWeekday=7 lets weeks begin on Sunday, anchor says where one bucket begins.

        timeZone=person follows the person: from the time zones that samples were saved in (HKTimeZone), that clients report
        (POST /v1/time-zones), or that were set by hand (PUT /v1/time-zones), which wins. Day D begins when the person's clock
        first reaches D 00:00. Days so cover the time line once; they are shorter when flying east and longer when flying
        west. The offsets in export.xml say nothing of where the person was and are not used for this.

        Over HTTP every question of days names its zone. Commands take --time-zone; without it they use the zone of this machine (TZ, else
        /etc/localtime, else UTC) and say so.

        The night of day D is D-1 18:00 to D 18:00, so that it has the date on which one wakes up. nightStart moves it;
        attribution=startDay gives it the date on which it begins.
        """

    private static let sleep = """
        Sleep

        1. At each instant the source that is believed most among those with a stage there decides; others fill the rest.
        2. Within a source, core, deep, REM and awake outrank unspecified sleep; then what was saved later counts.
        3. A sample is replaced by what its source saved later if it lies inside that: inside the time from one of the later
           samples to the next, where at most 3 hours are between them. Samples saved within a minute, one from the next, were
           saved together. What says less replaces nothing: sleep without stages no stages, nothing but awake no sleep.
        4. Time in bed is the union of what all sources say, and is no sleep.
        5. A session is what was recorded without a pause of more than sessionGap (60 minutes). It belongs whole to the night
           in which it ends. Of a session longer than 24 hours each night has its part.
        6. The session with the most sleep is the main one; the others are naps. One that begins 15 hours or more after the
           night does (09:00) with less than 3 hours of sleep is always a nap.
        7. What was not measured is null. Efficiency is sleep divided by time in bed, asleep or awake.
        8. A stage whose word is not known is kept and is no sleep until it is known.
        9. Where a night has no samples, the figures count that an app sends of the whole night ("aggregate": true). Null is
           what the app did not send; all of the sleep is "unspecified" where it sends no stages. Of several figures of a night
           those of the source that is believed most count, then those with the most sleep. Figures that contradict each other
           (more sleep than hours) count nowhere.

        A night depends only on the samples that overlap it or the 48 hours before and behind it. It is the same alone, in a
        year, over HTTP, and in health_code.sleep_nights and health.sleep_night.

        A night that a watch and a sleep mat both recorded (GET /v1/sleep?from=2026-03-21&to=2026-03-22&timeZone=UTC):

            "asleep": 27600, "aggregate": false, "main": {"startDate": "2026-03-20T23:10:00Z", "endDate": "2026-03-21T07:34:00Z",
                "stages": {"unspecified": 0, "core": 24600, "deep": 3000, "rem": 0, "awake": 2640},
                "inBed": null, "efficiency": 0.9126984126984127, "gaps": [], "sources": [2, 1]}, "naps": []

        Added up, the samples are 14 h 50 min of sleep; the night had 7 h 40 min.
        """
}
