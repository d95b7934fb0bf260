import SwiftUI
import VisionKit

/// Connects the app by the QR code on the page of the service.
struct ConnectView: View {
    @Environment(PhoneModel.self) private var model
    @State private var text = ""
    @State private var isConnecting = false

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    if DataScannerViewController.isSupported {
                        CodeScanner { connect($0) }.frame(height: 280)
                    }
                    TextField("or paste its text", text: $text)
                    Button("Connect") { connect(text) }.disabled(text.isEmpty || isConnecting)
                } footer: {
                    Text("Scan the QR code on the page of your service. The app then asks what to share.")
                }
                if isConnecting { ProgressView() }
                FailureText()
            }
            .navigationTitle("Connect")
        }
    }

    private func connect(_ text: String) {
        guard !isConnecting else { return }
        isConnecting = true
        Task {
            await model.connect(text)
            isConnecting = false
        }
    }
}
