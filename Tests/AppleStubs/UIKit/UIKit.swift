// The names of UIKit that the article AppInTenMinutes uses.

import Foundation

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {
    override public init() { signatureOnly() }
}

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
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
