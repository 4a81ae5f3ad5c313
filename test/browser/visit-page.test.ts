import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { format } from '../../src/platform/languages/format.ts'
import { languages } from '../../src/platform/languages/languages.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { notifications, setTime } from '../contact.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { expectAccessible, tooWide } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { chooseLanguage } from './places.ts'
import { openWork, pressAction, sayWork, visitOf } from './work.ts'

const say = wordsOf('visit-page', 'en')
const { states, actions } = wordsOf('pages', 'en') && wordsOf('console', 'en').console
const sayTimeline = wordsOf('timeline', 'en')

const staff: Scope[] = ['actions:read', 'actions:write', 'notifications:read', 'notifications:write', 'checkin:write']
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Eva Lopes' })
const actionsOf = (page: Page) => dialogOf(page).getByRole('region', { name: say.title })
const press = (page: Page, name: string) => pressAction(actionsOf(page), name)
const buttons = '.action-line button:not(.menu-button)'
const offered = (page: Page) => actionsOf(page).locator(buttons).allTextContents()
const saved = (page: Page, text: string) =>
  actionsOf(page).getByRole('status').getByText(text.replace('{name}', 'Eva Lopes')).waitFor()
const stateOf = async ({ get }: Rollcall, id: string) => (await get(`${notifications}/${id}`)).json().state

/** Opens the page of a visit at 09:30 on 31 March, on the morning before. */
async function openVisit(scopes = staff) {
  const rollcall = await bootRollcall()
  const eva = { name: 'Eva Lopes', uid: '+351912000002', birth_date: '1980-02-29' }
  const one = await visitOf(rollcall, eva)
  await rollcall.deliver()
  await one.answer('confirm')
  const { page } = await openWork(rollcall, { scopes })
  await page.evaluate((id) => (location.hash += `&visit=${id}`), one.id)
  await dialogOf(page).locator('.timeline li').first().waitFor()
  return { rollcall, page, id: one.id }
}

describe('the page of a visit', () => {
  browserTest('cancels for a contact who had confirmed and telephones, and takes it back', async () => {
    const { rollcall, page, id } = await openVisit()
    for (const text of [states.confirmed, '31 Mar 2026, 09:30', 'Ana Reis', 'born 29 Feb 1980', '+351912000002'])
      await dialogOf(page).getByText(text).first().waitFor()
    expect(await offered(page)).toEqual([
      ...[sayWork.anotherTime, sayWork.cannotCome, sayWork.calls['no-answer'], sayWork.calls['will-call-back']],
      ...[sayWork.calls.note, sayWork.cancelForClinic],
    ])
    await press(page, sayWork.cannotCome)
    const arriving = Promise.withResolvers<void>()
    await page.route(`**${notifications}/${id}`, (route) => arriving.promise.then(() => route.continue()))
    await press(page, sayWork.answers.cancel)
    await saved(page, sayWork.saved.cancel)
    // Until the page has the changed visit.
    expect(await actionsOf(page).locator('.action-line > button:enabled').count()).toBe(0)
    arriving.resolve()
    await saved(page, sayWork.undoSends)
    expect(await stateOf(rollcall, id)).toBe('cancelled')
    await dialogOf(page).locator('.timeline .answered').getByText(actions.cancel).waitFor()
    await dialogOf(page).locator('.timeline').getByText('by reception').waitFor()
    await press(page, sayWork.undo)
    await saved(page, `${sayWork.undone} ${sayWork.undoSent}`)
    expect(await stateOf(rollcall, id)).toBe('confirmed')
    await dialogOf(page).locator('.badge').getByText(states.confirmed).waitFor()
  })

  browserTest('marks an arrival, asks why outside of the window, and undoes it with a reason', async () => {
    const { rollcall, page, id } = await openVisit()
    setTime(rollcall, '2026-03-31T05:00:00Z')
    await page.clock.setFixedTime('2026-03-31T05:00:00Z')
    await press(page, sayWork.anotherTime)
    await press(page, sayWork.discard)
    await press(page, say.arrive)
    await actionsOf(page).getByLabel(say.reasons.arrive).fill('Came with her daughter')
    await press(page, say.acts.arrive)
    await saved(page, say.saved.arrive)
    expect(await stateOf(rollcall, id)).toBe('arrived')
    // The message appears before the page has reloaded the visit.
    await expect.poll(() => offered(page)).toEqual([say.annul, sayWork.calls.note])
    expect(await actionsOf(page).getByRole('button', { name: sayWork.undo, exact: true }).count()).toBe(0)
    await dialogOf(page).locator('.timeline').getByText('Came with her daughter').waitFor()
    await press(page, say.annul)
    expect(await actionsOf(page).getByLabel(say.reasons.annul).inputValue()).toBe(say.pressedByMistake)
    await page.keyboard.type('Another contact')
    await press(page, say.acts.annul)
    await saved(page, say.saved.annul)
    expect(await stateOf(rollcall, id)).toBe('confirmed')
    await dialogOf(page).locator('.timeline').getByText('Another contact').waitFor()
    // It stays while the pointer is over it.
    await page.mouse.move(0, 0)
    await page.clock.runFor(20_000)
    await actionsOf(page).getByRole('status').waitFor({ state: 'hidden' })
  })

  browserTest('keeps a half-written wish, says why nothing was saved, and works by keyboard', async () => {
    const { rollcall, page, id } = await openVisit()
    await actionsOf(page).getByRole('button', { name: sayWork.anotherTime, exact: true }).press('Enter')
    await page.keyboard.type('Mondays')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).not.toContain('visit=')
    await page.evaluate((id) => (location.hash += `&visit=${id}`), id)
    expect(await actionsOf(page).getByRole('textbox').inputValue()).toBe('Mondays')
    // The clinic withdraws the visit meanwhile.
    await rollcall.post(`${notifications}/${id}/cancellation`)
    await press(page, sayWork.answers.reschedule)
    await actionsOf(page).getByRole('alert').getByText(sayWork.faults.ended).waitFor()
    expect(await actionsOf(page).getByRole('textbox').inputValue()).toBe('Mondays')
  })

  browserTest('keeps notes of staff in the timeline, and takes one back', async () => {
    const { page } = await openVisit()
    await press(page, sayWork.calls.note)
    const question = format(sayWork.calls.noteAbout, { name: 'Eva Lopes' }, 'en')
    await actionsOf(page).getByLabel(question).fill('Hard of hearing')
    await press(page, sayWork.calls.saveNote)
    await saved(page, sayWork.calls.saved.note)
    await dialogOf(page).locator('.timeline .noted').getByText('Hard of hearing').waitFor()
    await press(page, sayWork.calls['no-answer'])
    await saved(page, sayWork.calls.saved['no-answer'])
    await dialogOf(page).locator('.timeline').getByText(sayTimeline.calls['no-answer']).waitFor()
    await press(page, sayWork.undo)
    await dialogOf(page).locator('.timeline').getByText(sayTimeline.calls['no-answer']).waitFor({ state: 'detached' })
    expect(await dialogOf(page).locator('.timeline .noted').count()).toBe(1)
  })

  browserTest('spans the notifications of a moved visit, with each message as sent', async () => {
    const { rollcall, page, id } = await openVisit()
    const { external_id, contact, deliveries } = (await rollcall.get(`${notifications}/${id}`)).json()
    const addresses = [{ channel: 'mobile' as const, uid: deliveries[0].uid }]
    const params = { when: '2026-04-02T11:00:00+01:00', doctor: 'Ana Reis' }
    const moved = submission(item({ external_id, contact, addresses, params }))
    expect((await rollcall.post(notifications, moved)).json().notifications[0].outcome).toBe('moved')
    await rollcall.deliver()
    await page.reload()
    const timeline = dialogOf(page).locator('.timeline').first()
    await timeline.getByText('2 Apr 2026, 11:00').first().waitFor()
    const message = timeline.locator('.message').last()
    await message.getByText(wordsOf('console', 'en').messages.kinds.moved).waitFor()
    await message.locator('summary').click()
    await message.getByText('Clinica Lisboa').waitFor()
  })

  browserTest('offers what the credential may do, and is found again by its address', async () => {
    const { page } = await openVisit(['actions:read', 'notifications:read'])
    expect(await offered(page)).toEqual([])
    await page.reload()
    await dialogOf(page).getByText(sayTimeline.submitted).waitFor()
    await page.goBack()
    await dialogOf(page).waitFor({ state: 'detached' })
  })

  browserTest('shows who saw the contact to people with the scope of the audit', async () => {
    const { rollcall, page, id } = await openVisit([...staff, 'audit:read'])
    await rollcall.get(`${notifications}/${id}/messages`)
    const opened = dialogOf(page).locator('.who-saw')
    await opened.locator('summary').click()
    await opened.getByText('listSentMessages').waitFor()
    for (const text of [sayTimeline.audit.contact, 'reception', sayTimeline.audit.uses.sent])
      await opened.getByText(text).first().waitFor()
    await page.setViewportSize({ width: 1440, height: 3600 })
    await expectAccessible(page, 'visit-page-audit')
    expect(await tooWide(page, 'visit-page-audit')).toEqual([])
    const { page: other } = await openVisit()
    expect(await dialogOf(other).locator('.who-saw').count()).toBe(0)
  })

  browserTest('has no accessibility violation, and fits every screen in every language', async () => {
    const { page, id } = await openVisit()
    // So that the button at the end covers nothing.
    await page.setViewportSize({ width: 1440, height: 2400 })
    await expectAccessible(page, 'visit-page')
    await press(page, sayWork.cannotCome)
    await expectAccessible(page, 'visit-page-question')
    for (const language of languages) {
      await page.evaluate((id) => (location.hash = location.hash.replace(`&visit=${id}`, '')), id)
      await chooseLanguage(page, language)
      await page.evaluate((id) => (location.hash += `&visit=${id}`), id)
      await page.locator('dialog .timeline li').first().waitFor()
      expect(await tooWide(page, `visit-page-${language}`)).toEqual([])
    }
  })
})
