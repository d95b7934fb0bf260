extension Catalogue {
    /// HealthKit's correlation types and the types of samples that each contains.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkcorrelationtypeidentifier
    // swift-format-ignore
    static let correlationTypeTable = CatalogueTable(
        name: "correlation_type",
        csv: #"""
            identifier,short_name,display_name,display_group,ios_introduced,contained_types,export_xml_element,note
            HKCorrelationTypeIdentifierBloodPressure,bloodPressure,Blood Pressure,heart,8.0,HKQuantityTypeIdentifierBloodPressureSystolic (1); HKQuantityTypeIdentifierBloodPressureDiastolic (1),Correlation,"children appear nested in Correlation; the DTD comment says they also appear top level, real files differ: dedupe by (type, source, dates, value)"
            HKCorrelationTypeIdentifierFood,food,Food,nutrition,8.0,any HKQuantityTypeIdentifierDietary*,Correlation,food name in metadata HKFoodType
            """#)
}
