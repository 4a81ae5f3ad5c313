import type { Locator, Page } from 'playwright-core'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import type { NewAcknowledgement } from '../../src/systems/acknowledgements/acknowledgement.ts'
import type { WorklistName } from '../../web/console/work/worklists.ts'
import { contact, notifications } from '../contact.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { brokenChannel } from './console.ts'
import { watchForeign } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'

export const sayWork = wordsOf('console', 'en').work

interface Person {
  name: string
  uid: string
  /** The start of the visit; 31 March at 09:30 by default. */
  when?: string
  birth_date?: string
  /** The text that the contact sends after the notice. */
  text?: string
}

/** Submits the visit of a contact with a telephone, who receives the notice. */
export async function visitOf(rollcall: Rollcall, { name, uid, when, birth_date, text }: Person) {
  const key = name.normalize('NFD').replaceAll(/\P{L}/gu, '')
  const one = await contact(rollcall, {
    external_id: `A-${key}`,
    contact: { external_id: `P-${key}`, name, language: 'pt_PT', country: 'PT', ...(birth_date && { birth_date }) },
    addresses: [{ channel: 'mobile', uid }],
    params: { when: when ?? '2026-03-31T09:30:00+01:00', doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
  })
  if (text) {
    await rollcall.deliver()
    await rollcall.incoming.reply({ uid, text })
  }
  return one
}

/** Boots the service with entries in each worklist. */
export async function bootWithWork(): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  const unreached = { name: 'Tiago Nunes', uid: '+351912000001', when: '2026-04-02T11:00:00+01:00' }
  await visitOf(rollcall, unreached)
  await rollcall.deliver({ mobile: brokenChannel })
  const wishing = await visitOf(rollcall, { name: 'Eva Lopes', uid: '+351912000002', birth_date: '1980-02-29' })
  await visitOf(rollcall, { name: 'Rui Costa', uid: '+351912000003', when: '2026-03-31T10:00:00+01:00' })
  await visitOf(rollcall, { name: 'Ana Cruz', uid: '+351912000004', when: '2026-04-03T15:15:00+01:00' })
  const asking = { name: 'João Ávila', uid: '+351912000005', when: '2026-03-31T12:00:00+01:00' }
  const parked = await visitOf(rollcall, { ...asking, text: 'Há estacionamento junto à clínica?' })
  await rollcall.deliver()
  await wishing.answer('reschedule', 'Mondays or Tuesdays,\nafter 17:00')
  await parked.answer('confirm')
  const told = await visitOf(rollcall, { name: 'Inês Faria', uid: '+351912000006', when: '2026-04-09T08:45:00+01:00' })
  await rollcall.deliver()
  await rollcall.post(`${notifications}/${told.id}/answer`, { action: 'reschedule' })
  return rollcall
}

/** Lets a system of the clinic acknowledge events, and returns a function that acknowledges more. */
export async function practiceSystem(rollcall: Rollcall, name = 'Practice system') {
  const { token } = await rollcall.tokenFor({ name, scopes: ['notifications:read'], entities: ['clinica-lisboa'] })
  return async (...items: NewAcknowledgement[]) => {
    const path = '/v1/acknowledgements/clinica-lisboa'
    const { statusCode } = await rollcall.post(path, items, { authorization: `Bearer ${token}` })
    if (statusCode !== 200) throw new Error(`status ${statusCode}`)
  }
}

interface OpenOptions {
  scopes?: Scope[]
  list?: WorklistName
  part?: string
  page?: Page
  /** The service's origin, if it already listens. */
  origin?: string
}

/** Opens the console's worklists on a computer whose clock is the service's. */
export async function openWork(
  rollcall: Rollcall,
  {
    scopes = ['actions:read', 'notifications:read', 'actions:write', 'notifications:write'],
    list,
    part,
    page: given,
    origin: known,
  }: OpenOptions = {},
) {
  const page = given ?? (await takeComputer())
  const origin = known ?? (await rollcall.listen())
  const { token, id } = await rollcall.tokenFor({ name: 'reception', scopes, entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  const foreign = watchForeign(page, origin)
  const place = new URLSearchParams({ token, tab: 'work', ...(list && { list }), ...(part && { part }) })
  await enterBy(page, `${origin}/console#${place}`)
  await page.locator('.worklist:not([aria-busy=true])').waitFor()
  return { page, origin, token, id, foreign }
}

/** Revokes a token, and lets the time pass for which the service trusts what it has read. */
export async function revoke({ database, clock }: Rollcall, id: string) {
  const revoked = database.updateTable('access_tokens').set({ revoked_at: clock.time })
  await revoked.where('access_token_id', '=', id).execute()
  clock.time += 10_000_000
}

export const entry = (page: Page, name: string) => page.getByRole('listitem', { name })

/** The actions of an entry that are in its menu. */
const menuOf = (one: Locator) => one.getByRole('button', { name: sayWork.moreActions, exact: true })

/** Opens an entry, unless it is open. */
export async function openEntry(page: Page, name: string): Promise<Locator> {
  const one = entry(page, name)
  await one.locator('.opener').waitFor()
  if (!(await one.locator('.opened').isVisible())) await one.locator('.opener').click()
  await one.locator('.opened').waitFor()
  return one
}

/** Presses an action of an entry: its quick button, or one of the opened entry, or of its menu. */
export async function press(page: Page, name: string, action: string) {
  const quick = entry(page, name).locator('.acts').getByRole('button', { name: action, exact: true })
  await entry(page, name).waitFor()
  if (await quick.isVisible()) return quick.click()
  const one = await openEntry(page, name)
  await pressAction(one, action)
}

/** Presses a button, or the item of the menu. */
export async function pressAction(one: Locator, action: string) {
  const button = one.getByRole('button', { name: action, exact: true })
  await button.or(menuOf(one)).first().waitFor()
  if (await button.isVisible()) return button.click()
  await menuOf(one).click()
  await one.getByRole('menuitem', { name: action, exact: true }).click()
}
