import { findLogo } from '../../entities/logo.ts'
import { qrCodeSvg } from '../../platform/codes/qr-code.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { slotsAhead } from '../../visits/slots.ts'
import { states } from '../../visits/state.ts'
import { findCheckinToken } from './checkin-token.ts'
import { anonymousPage, clinicPage, type Page } from './document.ts'
import { nonceOf, type TypedAnswer } from './form.ts'
import { notMePage } from './not-me-page.ts'
import { isForAnotherPerson, localeOf, type OpenedLink } from './open-link.ts'
import { otherVisits } from './other-visits.ts'
import { visitsAtAddress } from './others-at-address.ts'
import { answerPage } from './page.ts'
import { phaseOf } from './phase.ts'
import { findReplacement } from './replacement.ts'

interface VisitPage {
  /** HTML, with its HTTP status. */
  page: Page
  status: number
  /** The notifications of the other visits that the page shows. */
  others?: string[]
}

/** Renders the page that an answer link shows now.
 *  @param browserLanguage the language of a page that does not show the contact
 *  @param typed an answer that the contact typed, and that is not recorded
 */
export async function visitPage(
  context: RouteContext,
  browserLanguage: Dialect,
  opened: OpenedLink,
  typed: TypedAnswer | undefined,
): Promise<VisitPage> {
  const { database, secret, clock } = context
  const { state, times, entity } = opened
  const replacement = await findReplacement(database, secret, opened)
  // Of a visit that was moved, the latest addresses count.
  const { isRemoved } = replacement ?? opened
  if (isRemoved) return { status: 410, page: anonymousPage(browserLanguage, 'ended') }
  const { language } = localeOf(opened)
  const logo = await findLogo(database, entity.id)
  const nonce = nonceOf(secret, opened.linkSecret)
  if (isForAnotherPerson(opened)) {
    return { status: 200, page: notMePage(opened, { nonce, logo, language }, clock.now()) }
  }
  const phase = phaseOf({ ...opened, times: replacement?.times ?? times }, clock.now())
  if (phase === 'pageExpired') return { status: 410, page: clinicPage(entity, logo, language, 'over') }
  const token = await findCheckinToken(context, opened)
  const checkin = token === undefined ? undefined : { token, svg: await qrCodeSvg(token) }
  const slots = slotsAhead(opened, clock.now())
  const isShown = states[state].isCurrent && (phase === 'ahead' || phase === 'answersClosed')
  const visits = isShown ? await visitsAtAddress(context, opened, clock.now()) : []
  const others = otherVisits(opened, visits, localeOf(opened), clock.now())
  const page = answerPage(opened, { nonce, phase, checkin, replacement, logo, others, slots, typed })
  const status = states[state].isCurrent ? 200 : 410
  return { status, page, others: visits.map(({ notification }) => notification.id) }
}
