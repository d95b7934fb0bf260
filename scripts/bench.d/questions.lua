-- Sends small questions, for wrk. The environment variable TOKENS names the file of tokens, and
-- PATHS a file of paths, which are asked in turns. TAG is the entity tag that the client has, or
-- empty.
local function lines(name)
    local read = {}
    for line in io.lines(os.getenv(name)) do read[#read + 1] = line end
    return read
end
local tokens, paths = lines("TOKENS"), lines("PATHS")
local count = 0
local tag = os.getenv("TAG")
if tag == "" then tag = nil end

function request()
    count = count + 1
    return wrk.format("GET", paths[count % #paths + 1],
        { ["Authorization"] = "Bearer " .. tokens[count % #tokens + 1], ["If-None-Match"] = tag })
end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format("questions %.1f %d\n", summary.requests / summary.duration * 1e6,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
