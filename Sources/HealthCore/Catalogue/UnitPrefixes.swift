extension Catalogue {
    /// The prefixes of symbols with `si_prefixable`.
    ///
    /// https://developer.apple.com/documentation/healthkit/hkmetricprefix
    static let unitPrefixTable = CatalogueTable(
        name: "unit_prefix",
        csv: #"""
            symbol,name,exponent_of_ten,raw_value,ios_introduced,note
            f,femto,-15,13,13.0,
            p,pico,-12,1,8.0,
            n,nano,-9,2,8.0,
            mc,micro,-6,3,8.0,"written mc, not u or the Greek letter"
            m,milli,-3,4,8.0,
            c,centi,-2,5,8.0,
            d,deci,-1,6,8.0,
            da,deca,1,7,8.0,
            h,hecto,2,8,8.0,
            k,kilo,3,9,8.0,
            M,mega,6,10,8.0,
            G,giga,9,11,8.0,
            T,tera,12,12,8.0,
            """#)
}
