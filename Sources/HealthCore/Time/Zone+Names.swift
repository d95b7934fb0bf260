import Foundation

extension Zone {
    /// Every known name that `init(identifier:)` accepts. Foundation lists only one name of each
    /// zone, and for India this is the old name.
    public static var identifiers: Set<String> {
        let names = TimeZone.knownTimeZoneIdentifiers + linkNames.split(whereSeparator: \.isWhitespace).map(String.init)
        return Set(names).union(namesWithoutRegion).union(fixedOffsets.keys).filter { timeZone($0) != nil }
    }

    /// Returns the zone whose clock is always ahead of UTC by these seconds. Returns nil for an
    /// offset that is not in `fixedOffsets`.
    public init?(offsetSeconds: Int) {
        guard let name = Zone.fixedOffsets.first(where: { $0.value == offsetSeconds })?.key else { return nil }
        self.init(identifier: name)
    }

    /// The fixed offsets in seconds, by the name that Foundation gives to
    /// `TimeZone(secondsFromGMT:)`: `GMT`, `GMT+0530`. They are the quarters of an hour from -12:00
    /// to +14:00.
    static let fixedOffsets: [String: Int] = {
        var offsets = ["GMT": 0]
        for quarter in -48...56 where quarter != 0 {
            let minutes = abs(quarter) * 15
            let digits = String(minutes / 60 * 100 + minutes % 60)
            let name = "GMT" + (quarter < 0 ? "-" : "+") + String(repeating: "0", count: 4 - digits.count) + digits
            offsets[name] = quarter * 900
        }
        return offsets
    }()

    /// The release of the IANA database in Foundation, such as `2025b`.
    public static var dataVersion: String { TimeZone.timeZoneDataVersion }

    /// Names that Foundation accepts but does not list. They come from tzdata's file `backward` and
    /// from ICU.
    private static let linkNames = """
        Africa/Asmera Africa/Timbuktu America/Argentina/ComodRivadavia America/Atka America/Buenos_Aires
        America/Catamarca America/Coral_Harbour America/Cordoba America/Ensenada America/Fort_Wayne America/Indianapolis
        America/Jujuy America/Knox_IN America/Louisville America/Mendoza America/Porto_Acre America/Rosario
        America/Virgin Asia/Ashkhabad Asia/Chungking Asia/Dacca Asia/Istanbul Asia/Kolkata Asia/Macao Asia/Saigon
        Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Atlantic/Faeroe Atlantic/Jan_Mayen Australia/ACT
        Australia/Canberra Australia/LHI Australia/NSW Australia/North Australia/Queensland Australia/South
        Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha
        Brazil/East Brazil/West Canada/Atlantic Canada/Central Canada/East-Saskatchewan Canada/Eastern Canada/Mountain
        Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Etc/GMT
        Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7
        Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2
        Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC
        Etc/Universal Etc/Zulu Europe/Belfast Europe/Nicosia Europe/Tiraspol Mexico/BajaNorte Mexico/BajaSur
        Mexico/General Pacific/Samoa Pacific/Yap SystemV/AST4 SystemV/AST4ADT SystemV/CST6 SystemV/CST6CDT SystemV/EST5
        SystemV/EST5EDT SystemV/HST10 SystemV/MST7 SystemV/MST7MDT SystemV/PST8 SystemV/PST8PDT SystemV/YST9
        SystemV/YST9YDT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii
        US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Pacific-New US/Samoa
        """
}
