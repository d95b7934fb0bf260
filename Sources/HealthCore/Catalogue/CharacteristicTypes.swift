extension Catalogue {
    /// HealthKit's characteristic types. They describe facts about the person and have no samples.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkcharacteristictypeidentifier
    // swift-format-ignore
    static let characteristicTypeTable = CatalogueTable(
        name: "characteristic_type",
        csv: #"""
            identifier,short_name,ios_introduced,value_type,value_enum,export_me_attribute,is_public,note
            HKCharacteristicTypeIdentifierActivityMoveMode,activityMoveMode,14.0,enum,HKActivityMoveMode,,true,not an attribute of Me in DTD v11..v14
            HKCharacteristicTypeIdentifierBiologicalSex,biologicalSex,8.0,enum,HKBiologicalSex,HKCharacteristicTypeIdentifierBiologicalSex,true,"export prints the ObjC case name, e.g. HKBiologicalSexMale"
            HKCharacteristicTypeIdentifierBloodType,bloodType,8.0,enum,HKBloodType,HKCharacteristicTypeIdentifierBloodType,true,"export prints e.g. HKBloodTypeAPositive, HKBloodTypeNotSet"
            HKCharacteristicTypeIdentifierDateOfBirth,dateOfBirth,8.0,"date (year, month, day)",,HKCharacteristicTypeIdentifierDateOfBirth,true,export prints yyyy-MM-dd; may be empty
            HKCharacteristicTypeIdentifierFitzpatrickSkinType,fitzpatrickSkinType,9.0,enum,HKFitzpatrickSkinType,HKCharacteristicTypeIdentifierFitzpatrickSkinType,true,export prints e.g. HKFitzpatrickSkinTypeNotSet
            HKCharacteristicTypeIdentifierWheelchairUse,wheelchairUse,10.0,enum,HKWheelchairUse,,true,not an attribute of Me in DTD v11..v14
            HKCharacteristicTypeIdentifierReferenceSex,referenceSex,27.3,enum,HKReferenceSex,,true,raw values not known
            HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse,cardioFitnessMedicationsUse,,string in exports,,HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse,false,"no public constant; emitted in Me since iOS 16 (declared in DTD from v13), value e.g. None"
            """#)
}
