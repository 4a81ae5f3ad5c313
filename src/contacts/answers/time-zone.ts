import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../../platform/http/html.ts'
import { inZone } from '../../platform/time/instant.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import type { OpenedLink } from './open-link.ts'

/** Hides the clinic's time zone on a device whose clock shows the same time. It runs before the browser draws the page, so
 *  that nothing moves. Without it, the page shows the time zone. */
const script = `{
  const { zone, at } = document.currentScript.dataset
  const write = (timeZone) => new Date(at).toLocaleString('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  if (write(zone) === write()) document.documentElement.className = 'same-zone'
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
  html`<script src="./time-zone.js" data-zone="${entity.time_zone}" data-at="${inZone(startsAt, 'UTC').toInstant().toString()}"></script>`
