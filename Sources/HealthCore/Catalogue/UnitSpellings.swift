extension Catalogue {
    /// Usual spellings of units that HealthKit's grammar refuses or reads as a unit of another
    /// dimension.
    ///
    /// `spelling` is in lower case. A text is compared in lower case, without white space at its
    /// ends. The table is for input only: answers print `Unit.unitString`. `percent` is left out,
    /// because a client that writes the word counts from 0 to 100, and HealthKit's `%` goes from 0
    /// to 1. `SampleType.unit(named:)` describes when the table is
    /// used.
    static let unitSpellingTable = CatalogueTable(
        name: "unit_spelling",
        csv: #"""
            spelling,unit_string
            bpm,count/min
            beats/min,count/min
            beats/minute,count/min
            beats per minute,count/min
            breaths/min,count/min
            breaths/minute,count/min
            breaths per minute,count/min
            brpm,count/min
            rpm,count/min
            rev/min,count/min
            spm,count/min
            steps/min,count/min
            counts/min,count/min
            count/minute,count/min
            /min,count/min
            min-1,count/min
            counts/s,count/s
            count/sec,count/s
            count/second,count/s
            counts,count
            steps,count
            step,count
            flights,count
            floors,count
            strokes,count
            pushes,count
            times,count
            drinks,count
            meter,m
            meters,m
            metre,m
            metres,m
            kms,km
            kilometer,km
            kilometers,km
            kilometre,km
            kilometres,km
            cms,cm
            centimeter,cm
            centimeters,cm
            centimetre,cm
            centimetres,cm
            millimeters,mm
            millimetres,mm
            inch,in
            inches,in
            foot,ft
            feet,ft
            yard,yd
            yards,yd
            mile,mi
            miles,mi
            gram,g
            grams,g
            kgs,kg
            kilo,kg
            kilos,kg
            kilogram,kg
            kilograms,kg
            milligram,mg
            milligrams,mg
            mgs,mg
            ug,mcg
            µg,mcg
            μg,mcg
            microgram,mcg
            micrograms,mcg
            lbs,lb
            pound,lb
            pounds,lb
            ounce,oz
            ounces,oz
            stone,st
            stones,st
            liter,L
            liters,L
            litre,L
            litres,L
            milliliter,mL
            milliliters,mL
            millilitre,mL
            millilitres,mL
            fl oz,fl_oz_us
            floz,fl_oz_us
            fl_oz,fl_oz_us
            fl. oz.,fl_oz_us
            fluid ounce,fl_oz_us
            fluid ounces,fl_oz_us
            oz,fl_oz_us
            cup,cup_us
            cups,cup_us
            pint,pt_us
            pints,pt_us
            pt,pt_us
            kcals,kcal
            kilocalorie,kcal
            kilocalories,kcal
            kilojoule,kJ
            kilojoules,kJ
            sec,s
            secs,s
            second,s
            seconds,s
            msec,ms
            msecs,ms
            millisecond,ms
            milliseconds,ms
            mins,min
            minute,min
            minutes,min
            h,hr
            hrs,hr
            hour,hr
            hours,hr
            day,d
            days,d
            km/h,km/hr
            kmh,km/hr
            kph,km/hr
            kmph,km/hr
            km/hour,km/hr
            mph,mi/hr
            mi/h,mi/hr
            mi/hour,mi/hr
            miles/hr,mi/hr
            miles/hour,mi/hr
            m/sec,m/s
            m/second,m/s
            meters/second,m/s
            metres/second,m/s
            mps,m/s
            ft/sec,ft/s
            feet/sec,ft/s
            feet/second,ft/s
            fps,ft/s
            °c,degC
            ºc,degC
            c,degC
            celsius,degC
            deg c,degC
            degrees celsius,degC
            °f,degF
            ºf,degF
            f,degF
            fahrenheit,degF
            deg f,degF
            degrees fahrenheit,degF
            kelvin,K
            mmol/l,mmol<180.1558800000541>/L
            mm hg,mmHg
            millimeters of mercury,mmHg
            torr,mmHg
            in hg,inHg
            ml/kg/min,mL/min·kg
            ml/min/kg,mL/min·kg
            met,kcal/hr·kg
            mets,kcal/hr·kg
            kcal/kg/hr,kcal/hr·kg
            kcal/kg/h,kcal/hr·kg
            kcal/(kg*h),kcal/hr·kg
            liters/min,L/min
            litres/min,L/min
            lpm,L/min
            watt,W
            watts,W
            iu,IU
            units,IU
            db,dBASPL
            dba,dBASPL
            db(a),dBASPL
            db spl,dBASPL
            dbspl,dBASPL
            decibels,dBASPL
            µs,mcS
            μs,mcS
            us,mcS
            microsiemens,mcS
            siemens,S
            """#)
}
