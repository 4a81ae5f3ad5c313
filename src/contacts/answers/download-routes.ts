import type { FastifyInstance } from 'fastify'
import { calendarMethod, calendarOf } from '../../messages/compose/calendar.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { findCheckinToken } from './checkin-token.ts'
import { hasLostAccess, linkOptions, openLink } from './open-link.ts'
import { pageStates } from './page-states.ts'
import { phaseOf } from './phase.ts'

/** The QR code and the calendar entry of a confirmed visit, to save. A calendar that subscribes to the entry learns that the visit
 *  was cancelled. */
export const downloads = (context: RouteContext) => async (pages: FastifyInstance) => {
  const { database, config, clock, origin } = context

  pages.get('/a/:link/qr.png', linkOptions, async (request, reply) => {
    const token = await findCheckinToken(context, await openLink(database, request))
    if (token === undefined) throw new Problem('checkin-not-found')
    return reply.type('image/png').send(await qrCodePng(token))
  })

  pages.get('/a/:link/appointment.ics', linkOptions, async (request, reply) => {
    const opened = await openLink(database, request)
    const isShown = ['ahead', 'answersClosed'].includes(phaseOf(opened, clock.now())) && !hasLostAccess(opened)
    const hasEntry = pageStates[opened.state].hasCheckin || calendarMethod(opened.state) === 'CANCEL'
    if (!opened.times || !hasEntry || !isShown) throw new Problem('notification-not-found')
    const url = `${origin()}/a/${opened.linkSecret}`
    const calendar = await calendarOf({ ...opened, url, servers: config.servers })
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}
