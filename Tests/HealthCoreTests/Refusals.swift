import HealthCore

/// Returns the parameter and the code of the error that `body` throws, such as `to emptyRange`.
func refusal<Value>(_ body: () throws -> Value) -> String {
    do {
        _ = try body()
        return "no error"
    } catch let error as ParameterError {
        return error.message.isEmpty ? "no message" : "\(error.parameter) \(error.code)"
    } catch {
        return "\(error)"
    }
}
