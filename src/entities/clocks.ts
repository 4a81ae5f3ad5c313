import { type Static, Type } from 'typebox'
import type { Database } from '../platform/database/database.ts'
import type { Feature } from '../platform/http/feature.ts'
import { json } from '../platform/http/reference.ts'
import { hours, type Instant, minutes } from '../platform/time/instant.ts'
import { nextChange, offsetAt } from '../platform/time/zones/zone-time.ts'
import { zoneRulesInUse } from '../platform/time/zones/zones.ts'
import { grantedEntities } from './entity.ts'

/** The offsets of a zone for some years. A page shows times by them, because the rules of its browser may be older or newer. */
export const ZoneClock = Type.Object(
  {
    time_zone: Type.String({ description: 'An IANA time zone.' }),
    rules: Type.String({ description: 'The release of the rules that the service uses.' }),
    offsets: Type.Array(
      Type.Object({
        from: Type.String({ description: 'Since when the clocks have this offset, in UTC.' }),
        minutes: Type.Number({ description: 'How many minutes they are ahead of UTC.' }),
      }),
      { description: 'The offsets, in order of time.' },
    ),
    until: Type.String({ description: 'Until when the last offset applies, in UTC.' }),
  },
  {
    $id: 'ZoneClock',
    description: 'The offsets of a time zone from ten years ago to ten years ahead.',
    examples: [
      {
        time_zone: 'Europe/Lisbon',
        rules: '2026f',
        offsets: [{ from: '2026-03-29T01:00:00Z', minutes: 60 }],
        until: '2026-10-25T01:00:00Z',
      },
    ],
  },
)
export type ZoneClock = Static<typeof ZoneClock>

const tenYears = hours(24 * 3_652)
// As many entities as a page lists.
const maxEntities = 1_000

export const clockRoutes: Feature = (app, { database, clock }) => {
  app.get(
    '/v1/clocks',
    {
      config: {
        scope: 'any',
        responses: { 200: json('The clocks, ordered by time zone.', Type.Array(ZoneClock)) },
      },
      schema: {
        operationId: 'listClocks',
        summary: 'List the clocks of the time zones of your entities',
        description:
          'Returns the offsets from UTC by which the service computes days and times, from ten years ago to ten years ahead. The rules of a browser or another system may differ, if one of both is older.',
        tags: ['access'],
      },
    },
    async (request) => {
      const zones = await zonesOf(database, await request.credentialEntities())
      return zones.map((zone) => clockOf(zone, clock.now()))
    },
  )
}

async function zonesOf(database: Database, granted: string[] | 'all'): Promise<string[]> {
  const entities = await grantedEntities(database, granted, '', maxEntities)
  return [...new Set(entities.map(({ time_zone }) => time_zone))].sort()
}

function clockOf(time_zone: string, now: Instant): ZoneClock {
  const until = now + tenYears
  const offsets: ZoneClock['offsets'] = []
  for (let at: Instant | undefined = now - tenYears; at !== undefined && at < until; at = nextChange(at, time_zone))
    offsets.push({ from: utc(at), minutes: offsetAt(at, time_zone) / minutes(1) })
  return { time_zone, rules: zoneRulesInUse.version, offsets, until: utc(until) }
}

const utc = (at: Instant) => `${Temporal.Instant.fromEpochMilliseconds(Math.floor(at / 1_000)).round('second')}`
