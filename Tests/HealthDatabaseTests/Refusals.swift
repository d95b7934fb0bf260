import HealthDatabase
import Postgres
import Testing

/// Returns the code of the error that `body` throws, or nil without an error.
func refusal<Value>(_ body: () throws -> Value) -> HealthDatabaseError.Code? {
    do {
        _ = try body()
    } catch let error as HealthDatabaseError {
        return error.code
    } catch {
        Issue.record(error)
    }
    return nil
}

/// Returns the SQLSTATE of the error that `body` throws, or nil without an error.
func sqlState<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
    } catch let error as PostgresError {
        return error.sqlState
    } catch {
        Issue.record(error)
    }
    return nil
}
