import SwiftUI

@main
struct PhoneApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            MainView().environment(delegate.model)
        }
        .onChange(of: scenePhase) { _, phase in
            switch phase {
            case .active: delegate.model.start()
            case .background: delegate.leaveScreen()
            default: break
            }
        }
    }
}

/// The view of the model's phase.
struct MainView: View {
    @Environment(PhoneModel.self) private var model

    var body: some View {
        switch model.phase {
        case .starting: ProgressView()
        case .waiting(let reason): Text(reason).padding()
        case .unconnected: ConnectView()
        case .connected:
            TabView {
                TodayView().tabItem { Label("Today", systemImage: "heart") }
                SyncView().tabItem { Label("Sync", systemImage: "arrow.up") }
            }
        }
    }
}

/// The reason why the last action failed.
struct FailureText: View {
    @Environment(PhoneModel.self) private var model

    var body: some View {
        if let failure = model.failure { Text(failure).foregroundStyle(.red) }
    }
}
