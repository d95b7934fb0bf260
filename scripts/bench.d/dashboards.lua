-- Requests of dashboards, for wrk. Types, ranges and people vary with every request, and one request
-- in ten has another zone than the person's. The environment variable TOKENS names the file of
-- tokens. The first token belongs to the person with ten years of samples, and is used for every
-- fifth request.
local tokens = {}
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end

local types = { "heartRate", "stepCount", "activeEnergyBurned" }
local own, others = "Europe/Berlin", { "America/New_York", "Asia/Kolkata", "Asia/Kathmandu" }
local ranges = {
    "interval=hour&from=2023-06-05&to=2023-06-12",
    "interval=day&from=2023-06-01&to=2023-07-01",
    "interval=day&from=2023-09-01&to=2023-12-01",
    "interval=day&from=2023-01-01&to=2024-01-01",
    "interval=week&from=2022-01-03&to=2024-01-01",
    "interval=month&from=2014-01-01&to=2024-01-01",
    "interval=day&from=2014-01-01&to=2024-01-01",
}
local function any(list) return list[math.random(#list)] end

local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set("seed", threads)
end

function init() math.randomseed(seed) end

function request()
    local token = math.random(5) == 1 and tokens[1] or any(tokens)
    local path = string.format(
        "/v1/statistics-collection?type=%s&timeZone=%s&%s", any(types), math.random(10) == 1 and any(others) or own, any(ranges))
    return wrk.format("GET", path, { ["Authorization"] = "Bearer " .. token })
end

-- Prints the median, the 99th percentile and the maximum in milliseconds, the requests per second,
-- and the number of failed requests.
function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        "dashboards %.1f %.1f %.1f %.0f %d\n", latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
        summary.requests / summary.duration * 1e6,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
