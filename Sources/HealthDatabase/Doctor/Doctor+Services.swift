extension Doctor {
    /// Returns no finding if no service runs.
    func services() throws -> [Finding] {
        let (services, allowed) = (try LiveServices.read(session), try LiveServices.sessionsAllowed(session))
        guard services.count > 0 else { return [] }
        let sessions = Finding(
            isGood: services.sessionsMax <= allowed,
            text: "\(services.count) \(services.count == 1 ? "service runs" : "services run"), with at most "
                + "\(services.sessionsMax) of \(allowed) sessions",
            hint: "raise max_connections of PostgreSQL, or lower healthstore serve --sessions")
        guard services.count > 1 else { return [sessions] }
        let folders = Finding(
            isGood: services.folders.count <= 1,
            text: services.folders.count <= 1
                ? "the services share their folder of uploads"
                : "the services have \(services.folders.count) folders of uploads",
            hint: "let healthstore serve --import-dir name one folder that all of them share")
        return [sessions, folders]
    }
}
