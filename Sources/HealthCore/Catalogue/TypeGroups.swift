extension Catalogue {
    /// The groups of types in the Health app: its browse categories.
    ///
    /// `color` is sRGB as `#RRGGBB`. Types name their group in `display_group`.
    static let typeGroupTable = CatalogueTable(
        name: "type_group",
        csv: #"""
            name,display_name,color
            activity,Activity,#FF6B22
            bodyMeasurements,Body Measurements,#AF52DE
            cycleTracking,Cycle Tracking,#FF2D92
            hearing,Hearing,#0A84FF
            heart,Heart,#E0245E
            medications,Medications,#00A3A1
            mindfulness,Mental Wellbeing,#30B0C7
            mobility,Mobility,#C98A00
            nutrition,Nutrition,#34A853
            respiratory,Respiratory,#3F9BD8
            sleep,Sleep,#5E5CE6
            symptoms,Symptoms,#7D6BB0
            vitals,Vitals,#D9362B
            otherData,Other Data,#8E8E93
            """#)
}
