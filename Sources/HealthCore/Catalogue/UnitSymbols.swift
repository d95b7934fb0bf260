extension Catalogue {
    /// The symbols of HealthKit's unit strings. Units with the same `base_unit` convert into each
    /// other.
    ///
    /// A value in the base unit is value × `factor_to_base` + `offset_to_base`. A factor may be an
    /// exact fraction (5/9, pi/180); M is the molar mass. For `conversion` logarithmic, see `note`.
    ///
    /// Symbols are HealthKit's, except `fraction`: HealthKit's `%` goes from 0 to 1, so an answer
    /// of 0.26 % would be misread.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkunit
    // swift-format-ignore
    static let unitSymbolTable = CatalogueTable(
        name: "unit_symbol",
        csv: #"""
            symbol,alternate_symbol,name,dimension,base_unit,factor_to_base,offset_to_base,conversion,si_unit,factor_to_si,si_prefixable,ios_introduced,note
            g,,gram,mass,g,1,0,linear,kg,0.001,true,8.0,
            oz,,ounce,mass,g,28.349523125,0,linear,kg,0.028349523125,,8.0,
            lb,,pound,mass,g,453.59237,0,linear,kg,0.45359237,,8.0,
            st,,stone,mass,g,6350.29318,0,linear,kg,6.35029318,,8.0,
            mol<M>,,mole with molar mass M g/mol,mass,g,M,0,linear,kg,M/1000,true,8.0,M is a positive decimal; HKUnitMolarMassBloodGlucose = 180.15588000005408 prints as 180.1558800000541
            mol,,mole without molar mass,amountOfSubstance,mol,1,0,linear,mol,1,true,,not convertible to mass
            m,,metre,length,m,1,0,linear,m,1,true,8.0,
            in,,inch,length,m,0.0254,0,linear,m,0.0254,,8.0,
            ft,,foot,length,m,0.3048,0,linear,m,0.3048,,8.0,
            yd,,yard,length,m,0.9144,0,linear,m,0.9144,,9.0,
            mi,,mile,length,m,1609.344,0,linear,m,1609.344,,8.0,
            L,l,litre,volume,L,1,0,linear,m^3,0.001,true,8.0,prints as L
            fl_oz_us,,US fluid ounce,volume,L,0.0295735295625,0,linear,m^3,0.0000295735295625,,8.0,
            fl_oz_imp,,imperial fluid ounce,volume,L,0.0284130625,0,linear,m^3,0.0000284130625,,8.0,
            cup_us,,US cup,volume,L,0.2365882365,0,linear,m^3,0.0002365882365,,9.0,
            cup_imp,,imperial cup,volume,L,0.284130625,0,linear,m^3,0.000284130625,,9.0,
            pt_us,,US pint,volume,L,0.473176473,0,linear,m^3,0.000473176473,,8.0,
            pt_imp,,imperial pint,volume,L,0.56826125,0,linear,m^3,0.00056826125,,8.0,
            Pa,,pascal,pressure,Pa,1,0,linear,Pa,1,true,8.0,
            mmHg,,millimetre of mercury,pressure,Pa,133.322387415,0,linear,Pa,133.322387415,,8.0,
            inHg,,inch of mercury,pressure,Pa,3386.38816,0,linear,Pa,3386.38816,,14.0,
            cmAq,,centimetre of water,pressure,Pa,98.0665,0,linear,Pa,98.0665,,8.0,
            atm,,standard atmosphere,pressure,Pa,101325,0,linear,Pa,101325,,8.0,
            dBASPL,,A-weighted sound pressure level decibel,soundPressureLevel,Pa,,,logarithmic,Pa,,,13.0,Pa = 10^(x/20) * 2e-5; never sum or average linearly
            dBHL,,decibel hearing level,hearingSensitivity,dBHL,1,0,linear,,,,13.0,used only in audiograms; no conversion
            s,,second,time,s,1,0,linear,s,1,true,8.0,
            min,,minute,time,s,60,0,linear,s,60,,8.0,
            hr,,hour,time,s,3600,0,linear,s,3600,,8.0,
            d,,day,time,s,86400,0,linear,s,86400,,8.0,
            J,,joule,energy,J,1,0,linear,J,1,true,8.0,
            cal,,small calorie,energy,J,4.184,0,linear,J,4.184,,8.0,takes no prefixes: kcal is its own unit
            kcal,,kilocalorie,energy,J,4184,0,linear,J,4184,,8.0,
            Cal,,large calorie,energy,J,4184,0,linear,J,4184,,11.0,same size as kcal; en_US exports may print Cal
            K,,kelvin,temperature,K,1,0,linear,K,1,true,8.0,
            degC,,degree Celsius,temperature,K,1,273.15,affine,K,1,,8.0,K = x + 273.15
            degF,,degree Fahrenheit,temperature,K,5/9,459.67*5/9,affine,K,5/9,,8.0,K = (x + 459.67) * 5/9
            S,,siemens,electricalConductance,S,1,0,linear,S,1,true,8.0,Swift helper is named siemen()
            Hz,,hertz,frequency,Hz,1,0,linear,s^-1,1,true,13.0,not convertible to count/s
            V,,volt,electricPotential,V,1,0,linear,V,1,true,14.0,
            W,,watt,power,W,1,0,linear,W,1,true,16.0,not convertible to J/s
            rad,,radian,angle,rad,1,0,linear,rad,1,true,16.0,
            deg,,degree of angle,angle,rad,pi/180,0,linear,rad,pi/180,,16.0,
            lx,,lux,illuminance,lx,1,0,linear,lx,1,true,17.0,
            IU,,international unit,pharmacologicalActivity,IU,1,0,linear,,,,11.0,
            count,,count,count,count,1,0,linear,1,1,,8.0,
            fraction,%,fraction,percent,count,1,0,linear,1,1,,8.0,HealthKit prints % for a fraction of 0.0 to 1.0; count converts to it with factor 1; the word percent is not accepted
            D,,diopter,vergence,D,1,0,linear,m^-1,1,,16.0,not convertible to m^-1
            pD,,prism diopter,prism,pD,1,0,linear,,,,16.0,
            appleEffortScore,,Apple effort score,effortScore,appleEffortScore,1,0,linear,,,,18.0,
            """#)
}
