import SwiftUI
import Vision
import VisionKit

/// The camera, which looks for QR codes.
struct CodeScanner: UIViewControllerRepresentable {
    var onCode: (String) -> Void

    func makeCoordinator() -> Coordinator { Coordinator(onCode) }

    func makeUIViewController(context: Context) -> DataScannerViewController {
        let scanner = DataScannerViewController(
            recognizedDataTypes: [.barcode(symbologies: [.qr])], isHighlightingEnabled: true)
        scanner.delegate = context.coordinator
        return scanner
    }

    func updateUIViewController(_ scanner: DataScannerViewController, context: Context) {
        // Without access to the camera, the person pastes the text.
        try? scanner.startScanning()
    }

    @MainActor final class Coordinator: DataScannerViewControllerDelegate {
        private let onCode: (String) -> Void

        init(_ onCode: @escaping (String) -> Void) { self.onCode = onCode }

        func dataScanner(
            _ dataScanner: DataScannerViewController, didAdd addedItems: [RecognizedItem], allItems: [RecognizedItem]
        ) {
            for case .barcode(let code) in addedItems {
                if let text = code.payloadStringValue { return onCode(text) }
            }
        }
    }
}
