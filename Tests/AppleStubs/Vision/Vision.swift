// The names of Vision that the example `Examples/Phone` uses.

/// https://developer.apple.com/documentation/vision/vnbarcodesymbology
public struct VNBarcodeSymbology: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let qr = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyQR")
}
