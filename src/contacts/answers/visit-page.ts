import { findLogo } from '../../entities/logo.ts'
import { qrCodeSvg } from '../../platform/codes/qr-code.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { states } from '../../visits/state.ts'
import { findCheckinToken } from './checkin-token.ts'
import { anonymousPage, clinicPage, type Page } from './document.ts'
import { nonceOf } from './form.ts'
import { notMePage } from './not-me-page.ts'
import { isForAnotherPerson, localeOf, type OpenedLink } from './open-link.ts'
import { answerPage } from './page.ts'
import { phaseOf } from './phase.ts'
import { findReplacement } from './replacement.ts'

/** Renders the page that an answer link shows now.
 *  @param browserLanguage the language of a page that does not show the contact
 *  @param typedWish a wish that the contact typed, but did not submit yet
 *  @returns HTML, with its HTTP status */
export async function visitPage(
  context: RouteContext,
  browserLanguage: Dialect,
  opened: OpenedLink,
  typedWish: string | undefined,
): Promise<{ status: number; page: Page }> {
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
  const page = answerPage(opened, { nonce, phase, checkin, replacement, logo, typedWish })
  return { status: states[state].isCurrent ? 200 : 410, page }
}
