// The names of VisionKit that the example `Examples/Phone` uses.

import Foundation
import UIKit
import Vision

/// https://developer.apple.com/documentation/visionkit/datascannerviewcontroller
@MainActor open class DataScannerViewController: UIViewController {
    public enum QualityLevel: Sendable {
        case balanced, fast, accurate
    }

    public struct RecognizedDataType: Hashable, Sendable {
        public static func barcode(symbologies: [VNBarcodeSymbology] = []) -> RecognizedDataType { signatureOnly() }
    }

    public class var isSupported: Bool { signatureOnly() }
    public weak var delegate: (any DataScannerViewControllerDelegate)?

    public init(
        recognizedDataTypes: Set<RecognizedDataType>, qualityLevel: QualityLevel = .balanced,
        recognizesMultipleItems: Bool = false, isHighFrameRateTrackingEnabled: Bool = true,
        isPinchToZoomEnabled: Bool = true, isGuidanceEnabled: Bool = true, isHighlightingEnabled: Bool = false
    ) { signatureOnly() }

    public func startScanning() throws { signatureOnly() }
}

/// https://developer.apple.com/documentation/visionkit/datascannerviewcontrollerdelegate
///
/// The method is optional on Apple's platforms. Here it is required, so that a method with another
/// signature is an error.
@MainActor public protocol DataScannerViewControllerDelegate: AnyObject {
    func dataScanner(
        _ dataScanner: DataScannerViewController, didAdd addedItems: [RecognizedItem], allItems: [RecognizedItem])
}

/// https://developer.apple.com/documentation/visionkit/recognizeditem
public enum RecognizedItem: Identifiable, Sendable {
    case text(Text)
    case barcode(Barcode)

    public var id: UUID { signatureOnly() }

    public struct Text: Sendable {
        public var transcript: String { signatureOnly() }
    }

    public struct Barcode: Sendable {
        public var payloadStringValue: String? { signatureOnly() }
    }
}

private func signatureOnly() -> Never {
    while true {}
}
