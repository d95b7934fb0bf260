# The elements of an export.

function prepare_sources() {
    # The watch's name has a right single quotation mark and a no-break space, as in real exports.
    watch = source_attributes("Alex\342\200\231s Apple\302\240Watch", "11.1", \
        "0x30381a2b0", "Apple Watch", "Apple Inc.", "Watch", "Watch6,2", "11.1")
    phone = source_attributes("Alex\342\200\231s iPhone", "18.1", \
        "0x30381a350", "iPhone", "Apple Inc.", "iPhone", "iPhone14,5", "18.1")
    cuff = source_attributes("Cuff &amp; Scale", "2.4.1", \
        "0x30381a440", "Cuff", "Example Instruments", "BP-2", "1.0", "2.4.1")
    by_hand = " sourceName=\"Health\" sourceVersion=\"18.1\""
}

function source_attributes(name, version, address, device, maker, model, hardware, software) {
    return sprintf(" sourceName=\"%s\" sourceVersion=\"%s\" device=\"&lt;&lt;HKDevice: %s&gt;, name:%s, " \
        "manufacturer:%s, model:%s, hardware:%s, software:%s&gt;\"", \
        name, version, address, device, maker, model, hardware, software)
}

function metadata(key, value) {
    return "  <MetadataEntry key=\"" key "\" value=\"" value "\"/>\n"
}

function times(start, end, created) {
    return " creationDate=\"" stamp(created) "\" startDate=\"" stamp(start) "\" endDate=\"" stamp(end) "\""
}

# Prints a Record with its contents, unless it is later than the present. Returns 1 if it is printed.
function record(type, source, unit, start, end, created, value, content) {
    if (end > present || created > present) return 0
    printf " <Record type=\"%s\"%s%s%s value=\"%s\"%s", \
        type, source, (unit == "" ? "" : " unit=\"" unit "\""), times(start, end, created), value, \
        (content == "" ? "/>\n" : ">\n" content " </Record>\n")
    return 1
}

function quantity(name, source, unit, start, end, created, value, content) {
    return record("HKQuantityTypeIdentifier" name, source, unit, start, end, created, value, content)
}

function print_head(    element) {
    print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    print "<!DOCTYPE HealthData ["
    print "<!-- What follows is made up by scripts/demo-export. -->"
    print "<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>"
    print "<!ATTLIST HealthData locale CDATA #REQUIRED>"
    print "<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>"
    print "<!ELEMENT HeartRateVariabilityMetadataList (InstantaneousBeatsPerMinute*)>"
    declare("InstantaneousBeatsPerMinute", "bpm time", "")
    print "<!ELEMENT Correlation ((MetadataEntry|Record)*)>"
    print "<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutStatistics|WorkoutRoute)*)>"
    print "<!ELEMENT WorkoutEvent (MetadataEntry*)>"
    print "<!ELEMENT WorkoutRoute ((MetadataEntry|FileReference)*)>"
    declare("ExportDate", "value", "")
    declare("Me", "HKCharacteristicTypeIdentifierDateOfBirth HKCharacteristicTypeIdentifierBiologicalSex " \
        "HKCharacteristicTypeIdentifierBloodType HKCharacteristicTypeIdentifierFitzpatrickSkinType " \
        "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", "")
    declare("MetadataEntry", "key value", "")
    declare("FileReference", "path", "")
    declare("WorkoutStatistics", "type startDate endDate", "average minimum maximum sum unit")
    declare("ActivitySummary", "", "dateComponents activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit " \
        "appleMoveTime appleMoveTimeGoal appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal")
    attributes("Record", "type sourceName startDate endDate", "unit value sourceVersion device creationDate")
    attributes("Correlation", "type sourceName startDate endDate", "sourceVersion device creationDate")
    attributes("WorkoutEvent", "type date", "duration durationUnit")
    attributes("WorkoutRoute", "sourceName startDate endDate", "sourceVersion device creationDate")
    attributes("Workout", "workoutActivityType sourceName startDate endDate", \
        "duration durationUnit sourceVersion device creationDate")
    print "]>"
    print "<HealthData locale=\"en_DE\">"
    print " <ExportDate value=\"" stamp(lesser(last_day * day_seconds + 23 * hour, present)) "\"/>"
    print " <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1985-04-12\"" \
        " HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\"" \
        " HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeNotSet\"" \
        " HKCharacteristicTypeIdentifierFitzpatrickSkinType=\"HKFitzpatrickSkinTypeNotSet\"" \
        " HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"/>"
}

function declare(element, required, implied) {
    print "<!ELEMENT " element " EMPTY>"
    attributes(element, required, implied)
}

function attributes(element, required, implied,    names, count, number) {
    print "<!ATTLIST " element
    count = split(required, names, " ")
    for (number = 1; number <= count; number++) print "  " names[number] " CDATA #REQUIRED"
    count = split(implied, names, " ")
    for (number = 1; number <= count; number++) print "  " names[number] " CDATA #IMPLIED"
    print ">"
}
