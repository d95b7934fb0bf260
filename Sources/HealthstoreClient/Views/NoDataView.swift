#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// The text that an app shows where a type has no data.
    ///
    /// It names both reasons, because HealthKit does not tell an app that the person does not share
    /// a type. The button opens the Health app, in which the person can see the data and change
    /// what the app may read. watchOS has no button.
    ///
    /// The sentences are keys in the app's string catalogue, so an app can translate them.
    public struct NoDataView: View {
        @Environment(\.openURL) private var openURL

        public init() {}

        public var body: some View {
            VStack(spacing: 8) {
                Label("No data", systemImage: "heart.slash").font(.headline)
                Text("The iPhone has none of this kind, or does not share it with this app.")
                    .font(.subheadline).foregroundStyle(.secondary).multilineTextAlignment(.center)
                #if !os(watchOS)
                    if let healthApp = NoDataView.healthApp {
                        Button("Open Health") { openURL(healthApp) }
                    }
                #endif
            }
            .padding()
        }

        /// The address of the Health app. Apple does not document it, and a device without the app
        /// ignores it.
        static let healthApp = URL(string: "x-apple-health://")
    }
#endif
