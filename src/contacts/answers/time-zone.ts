import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../../platform/http/html.ts'
import { minutes } from '../../platform/time/instant.ts'
import { offsetAt } from '../../platform/time/zones/zone-time.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import type { OpenedLink } from './open-link.ts'

/** Hides the clinic's time zone on a device whose clock will show the same time: it compares the device's rules with those of the
 *  service. It runs before the browser draws the page, so that nothing moves. Without it, the page shows the time zone. */
const script = `{
  const { at, offset } = document.currentScript.dataset
  if (new Date(at).getTimezoneOffset() === -offset) document.documentElement.className = 'same-zone'
}
`

/** A file: the content security policy forbids inline scripts. */
export const timeZoneScript = async (pages: FastifyInstance) => {
  pages.get('/a/time-zone.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
}

/** Renders the element that runs the script for the start of the visit. */
export const compareTimeZones = ({ entity }: OpenedLink, { startsAt }: VisitTimes): Html =>
  html`<script src="./time-zone.js" data-at="${new Date(startsAt / 1_000).toISOString()}" data-offset="${String(offsetAt(startsAt, entity.time_zone) / minutes(1))}"></script>`
