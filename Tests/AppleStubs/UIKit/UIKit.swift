// The names of UIKit that the example `Examples/Phone` uses.

import Foundation

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {
    override public init() { signatureOnly() }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {}

/// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}

    open class var shared: UIApplication { signatureOnly() }

    /// https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(expirationhandler:)
    open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { signatureOnly() }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { signatureOnly() }
}

/// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
///
/// The methods are optional on Apple's platforms. Here they are required, so that a method with
/// another signature is an error.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    )
}

extension UIApplicationDelegate {
    public static func main() { signatureOnly() }
}

private func signatureOnly() -> Never {
    while true {}
}
