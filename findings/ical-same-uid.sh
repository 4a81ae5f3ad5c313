#!/bin/sh
# ical 0.8.0, node-ical 0.27.2 and ical-expander 3.2.0: one calendar holds two versions of an event, with the same UID. The one with
# the higher SEQUENCE is cancelled (RFC 5545, 3.8.7.4: it is the later version). Each library reads another event from it. With
# the later version first, ical returns the older one, as if the event still took place; node-ical returns the later one;
# ical-expander returns both.
# Seen on 2026-11-29: "ical: 0 TENTATIVE", "node-ical: 2 CANCELLED", "ical-expander: 2 CANCELLED, 0 TENTATIVE".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --ignore-scripts ical@0.8.0 node-ical@0.27.2 ical-expander@3.2.0 > /dev/null

cat > read.cjs <<'SCRIPT'
const event = (sequence, status, day) =>
  ['BEGIN:VEVENT', 'UID:visit@clinic.example', `SEQUENCE:${sequence}`, 'DTSTAMP:20261129T120000Z', `DTSTART:${day}T083000Z`,
   `DTEND:${day}T090000Z`, 'SUMMARY:Appointment', `STATUS:${status}`, 'END:VEVENT']
const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN',
  ...event(2, 'CANCELLED', '20261215'), ...event(0, 'TENTATIVE', '20261214'), 'END:VCALENDAR', ''].join('\r\n')

const show = (library, events) =>
  console.log(`${library}: ${events.map(({ sequence, status }) => `${sequence} ${status}`).join(', ')}`)
const eventsOf = (parsed) => Object.values(parsed).filter(({ type }) => type === 'VEVENT')

show('ical', eventsOf(require('ical').parseICS(calendar)))
show('node-ical', eventsOf(require('node-ical').sync.parseICS(calendar)))
const Expander = require('ical-expander')
const { events } = new Expander({ ics: calendar }).all()
show('ical-expander', events.map(({ sequence, component }) => ({ sequence, status: component.getFirstPropertyValue('status') })))
SCRIPT

seen=$(node read.cjs 2> /dev/null)
echo "$seen"
expected='ical: 0 TENTATIVE
node-ical: 2 CANCELLED
ical-expander: 2 CANCELLED, 0 TENTATIVE'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
