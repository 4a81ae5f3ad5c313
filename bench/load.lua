-- wrk: asks the questions of a file in turn, and prints what came of it as JSON.
local requests = {}
local next_one = 0

function init(args)
  for line in io.lines(args[1]) do
    local cells = {}
    for cell in line:gmatch('[^\t]+') do cells[#cells + 1] = cell end
    local headers = {}
    for i = 2, #cells, 2 do headers[cells[i]] = cells[i + 1] end
    local body = headers[':body']
    headers[':body'] = nil
    requests[#requests + 1] = wrk.format(body and 'POST' or 'GET', cells[1], headers, body)
  end
end

function request()
  next_one = next_one % #requests + 1
  return requests[next_one]
end

function done(summary, latency)
  local faults = {}
  for kind, count in pairs(summary.errors) do
    if count > 0 then faults[#faults + 1] = count .. ' × ' .. kind end
  end
  io.write(string.format('{"requests":%d,"bytes":%d,"seconds":%f,"p99":%f,"faults":"%s"}\n',
    summary.requests, summary.bytes, summary.duration / 1e6, latency:percentile(99) / 1e3, table.concat(faults, ', ')))
end
