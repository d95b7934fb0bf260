import Testing

@testable import HealthCore

@Suite struct PlainNamesTests {
    @Test(
        "a type has the words of its short name and of its name in the Health app",
        arguments: [
            ("steps", "stepCount"), ("Step Count", "stepCount"), ("STEPCOUNT", "stepCount"), ("weight", "bodyMass"),
            ("heart rates", "heartRate"), ("resting-heart rate", "restingHeartRate"), ("Sleep", "sleepAnalysis"),
            ("", nil), ("s", nil), ("nonsense", nil),
        ] as [(String, String?)])
    func types(word: String, name: String?) {
        #expect(Catalogue.typeWords[word] == name)
    }

    @Test("every type and activity is found by its own name")
    func own() {
        for type in Catalogue.sampleTypes { #expect(Catalogue.typeWords[type.shortName] == type.shortName) }
        #expect(Catalogue.activityWords["Traditional Strength Training"] == "traditionalStrengthTraining")
        #expect(Catalogue.activityWords["Running"] == "running")
    }

    @Test("a word that nothing has names what is nearest")
    func nearest() {
        #expect(Catalogue.typeWords.nearest(to: "hart rate").first == "heartRate")
        #expect(Catalogue.typeWords.nearest(to: "blood presure").first == "bloodPressure")
        #expect(Catalogue.activityWords.nearest(to: "runing").first == "running")
        #expect(Catalogue.typeWords.nearest(to: "").count == 3)
    }
}
