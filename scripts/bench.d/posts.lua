-- Posts batches of new heart rates, for wrk. The environment variable TOKENS names the file of
-- tokens, SAMPLES is the number of samples of a batch, and RUN is a number that no other run of the
-- same store has.
local tokens = {}
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end
local size = tonumber(os.getenv("SAMPLES"))
local run = tonumber(os.getenv("RUN"))

local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set("thread", threads)
end

local sample = '{"uuid":"%08x-%04x-4000-8000-%012x","type":"HKQuantityTypeIdentifierHeartRate",'
    .. '"startDate":"%s","endDate":"%s","value":%d,"unit":"count/min",'
    .. '"source":{"name":"Watch","bundleIdentifier":"com.apple.health.1","version":"10.1","productType":"Watch6,1"},'
    .. '"device":{"name":"Apple Watch","hardwareVersion":"Watch6,1"},"metadata":{}}'
local count = 0

function request()
    local token = tokens[count % #tokens + 1]
    local samples = {}
    for index = 1, size do
        -- A sample every five seconds, from a year of its own in each run.
        local second = (count * size + index) * 5
        local time = string.format("%04d-%02d-%02dT%02d:%02d:%02dZ", 1970 + run, 1 + math.floor(second / 86400 / 28) % 12,
            1 + math.floor(second / 86400) % 28, math.floor(second / 3600) % 24, math.floor(second / 60) % 60, second % 60)
        samples[index] = string.format(sample, count * size + index, run, thread, time, time, 50 + index % 100)
    end
    count = count + 1
    return wrk.format("POST", "/v1/batches", {
        ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json"
    }, '{"samples":[' .. table.concat(samples, ",") .. ']}')
end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format("posts %.1f %d\n", summary.requests / summary.duration * 1e6,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
