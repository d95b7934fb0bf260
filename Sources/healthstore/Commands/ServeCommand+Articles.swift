import HTTPServer

extension ServeCommand {
    /// Returns routes without a credential: `/documentation/NAME.md` answers the text of an
    /// article, and `/llms.txt` lists the articles for language models (https://llmstxt.org).
    ///
    /// - Throws: `InstallationError` if the articles are not installed with the program.
    static func articleRoutes() throws -> [Route] {
        let title = "# healthstore\n\n> A self-hosted store of HealthKit data, with its statistics."
        var list = title + "\n\n## Articles\n\n"
        var routes: [Route] = []
        for topic in HelpTopic.allCases {
            let (path, text) = ("/documentation/\(topic.file)", try topic.markdown())
            let article = HelpArticle(text)
            list += "- [\(article.title)](\(path)): \(article.summary)\n"
            routes.append(route(path, "text/markdown; charset=utf-8", text))
        }
        return routes + [route("/llms.txt", "text/plain; charset=utf-8", list)]
    }

    private static func route(_ path: String, _ contentType: String, _ text: String) -> Route {
        var response = HTTPResponse(status: .ok, contentType: contentType, body: Array(text.utf8))
        response.headers["Cache-Control"] = "no-cache"
        return Route(method: .get, template: path, body: .streamed) { [response] _ in response }
    }
}
