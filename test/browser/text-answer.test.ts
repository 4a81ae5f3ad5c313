import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { backToScreen, print, printedRows } from './call-list.ts'
import { browserTest } from './chromium.ts'
import { bootWithWork, entry, openEntry, openWork, press, sayWork, visitOf } from './work.ts'

const name = 'João Ávila'
const { deliveryStates, states } = wordsOf('console', 'en').console

const field = (page: Page) => page.getByLabel(sayWork.yourAnswer)
const button = (page: Page, label: string) => entry(page, name).getByRole('button', { name: label, exact: true })

async function openAnswer() {
  const rollcall = await bootWithWork()
  const opened = await openWork(rollcall, { list: 'texts' })
  await press(opened.page, name, sayWork.answerText)
  return { ...opened, rollcall }
}

/** Waits until the page has measured what was typed: its clock stands still. */
async function measured(page: Page) {
  const asked = page.waitForResponse((response) => response.url().endsWith('/answer'))
  await page.clock.runFor(400)
  await asked
}

describe('an answer to a text', () => {
  browserTest('says where it goes and how long it is, is sent, and its fate is shown', async () => {
    const { page, rollcall, foreign } = await openAnswer()
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await button(page, sayWork.sendAnswer).isDisabled()).toBe(true)
    await page.keyboard.type('Yes, behind the building.')
    await measured(page)
    const hint = entry(page, name).locator('form .hint')
    await expect
      .poll(() => hint.innerText())
      .toBe(`Text · +351912000005 · 25 of 1000 characters · ${format(sayWork.answerTexts, { count: 1 }, 'en')}`)
    await button(page, sayWork.sendAnswer).click()
    await page.getByText(sayWork.saved.answer.replace('{name}', name)).waitFor()
    await entry(page, name).waitFor({ state: 'detached' })
    await rollcall.deliver()
    expect(rollcall.outbox('.txt').some((text) => text.endsWith('\n\nYes, behind the building.\n'))).toBe(true)
    await page.getByRole('link', { name: new RegExp(`^${sayWork.parts.read}`) }).click()
    const answered = (await openEntry(page, name)).locator('.answered')
    await answered.getByText('Yes, behind the building.').waitFor()
    await answered.getByText(deliveryStates.sent, { exact: true }).waitFor()
    await button(page, sayWork.openTimeline).click()
    await page.getByRole('dialog').getByText('Yes, behind the building.').first().waitFor()
    expect(foreign).toEqual([])
  })

  browserTest('stays as a draft when the page reloads, and is sent once after a lost connection', async () => {
    const { page, rollcall } = await openAnswer()
    await field(page).fill('On level -1')
    await page.reload()
    await field(page).waitFor()
    expect(await field(page).inputValue()).toBe('On level -1')
    // The service takes the first request, and the responses are lost.
    let isLost = true
    await page.route('**/answer', async (route) => {
      if (route.request().postDataJSON().dry_run || !isLost) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await button(page, sayWork.sendAnswer).click()
    await page.clock.runFor(30_000)
    await entry(page, name).getByText(sayWork.faults['no-connection']).waitFor()
    isLost = false
    await button(page, sayWork.sendAnswer).click()
    await page.getByText(sayWork.saved.answer.replace('{name}', name)).waitFor()
    const sent = await rollcall.database.selectFrom('written_messages').select('text').execute()
    expect(sent).toEqual([{ text: 'On level -1' }])
  })

  browserTest('says why the address takes none before it is sent, and can be discarded', async () => {
    const { page, rollcall } = await openAnswer()
    const optOut = { channel: 'mobile', uid: '+351912000005', opted_out: true }
    await rollcall.put('/v1/opt-outs/clinica-lisboa', optOut)
    await field(page).fill('Yes')
    await measured(page)
    await entry(page, name).getByText(sayWork.faults['opted-out']).waitFor()
    expect(await button(page, sayWork.sendAnswer).isDisabled()).toBe(true)
    await button(page, sayWork.discard).click()
    await field(page).waitFor({ state: 'detached' })
    await press(page, name, sayWork.answerText)
    expect(await field(page).inputValue()).toBe('')
  })

  browserTest(
    'is offered only with the scope; a text that is not about one visit lists the visits with its number',
    async () => {
      const rollcall = await bootWithWork()
      const uid = '+351912000007'
      await visitOf(rollcall, { name: 'Bia Melo', uid })
      await visitOf(rollcall, { name: 'Caio Melo', uid, text: 'Podemos trocar as horas?' })
      const { page } = await openWork(rollcall, { list: 'texts', scopes: ['actions:read', 'notifications:read'] })
      await openEntry(page, name)
      expect(await button(page, sayWork.answerText).count()).toBe(0)
      const unclear = await openEntry(page, uid)
      await unclear.getByText(sayWork.noVisit).waitFor()
      await expect
        .poll(() => unclear.locator('.candidates').innerText())
        .toBe(['Caio Melo', 'Bia Melo'].map((who) => `${who}\n31 Mar 2026, 09:30\n${states.open}`).join('\n'))
      await print(page)
      expect((await printedRows(page))[1]!.at(-1)).toContain('Caio Melo · 31 Mar 2026, 09:30')
      await backToScreen(page)
      await unclear.getByRole('button', { name: 'Bia Melo' }).click()
      await page.getByRole('dialog', { name: 'Bia Melo' }).waitFor()
      await page.goBack()
      // The clinic corrects the number.
      for (const who of ['Bia Melo', 'Caio Melo']) await visitOf(rollcall, { name: who, uid: '+351912000008' })
      await page.clock.runFor(30_000)
      await unclear.getByText(sayWork.noCandidate).waitFor()
    },
  )
})
