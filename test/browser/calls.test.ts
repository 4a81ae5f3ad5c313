import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { expectAccessible, expectFit } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { enterBy, enterToken } from './sign-in-link.ts'
import { entry, openWork, press, revoke, sayWork, visitOf } from './work.ts'

const say = sayWork.calls

/** Boots the service with contacts who have not answered for tomorrow. */
async function bootWithCalls(names: string[]): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  for (const [index, name] of names.entries()) {
    const minute = String(index % 60).padStart(2, '0')
    const uid = `+3519120${String(index).padStart(5, '0')}`
    await visitOf(rollcall, { name, uid, when: `2026-03-31T09:${minute}:00+01:00` })
  }
  await rollcall.deliver()
  return rollcall
}

/** Opens the list of tomorrow's contacts without an answer for each of two people. */
async function twoPeople(rollcall: Rollcall) {
  const first = await openWork(rollcall, { list: 'unanswered' })
  const { page: second } = await openWork(rollcall, { list: 'unanswered', origin: first.origin })
  return [first.page, second] as const
}

describe('calls', () => {
  browserTest('that somebody makes are shown to others, who can take them over', async () => {
    const [ana, rui] = await twoPeople(await bootWithCalls(['Eva Lopes', 'Inês Faria']))
    await press(ana, 'Eva Lopes', say.claim.free)
    await entry(ana, 'Eva Lopes').getByText(say.own).waitFor()
    await rui.clock.runFor(3_000)
    await entry(rui, 'Eva Lopes').getByText('reception has been on it since').waitFor()
    expect(await entry(rui, 'Inês Faria').locator('.claim').getAttribute('class')).toBe('claim free')
    // A reload forgets neither.
    await ana.reload()
    await entry(ana, 'Eva Lopes').getByText(say.own).waitFor()
    await press(rui, 'Eva Lopes', say.claim.others)
    await entry(rui, 'Eva Lopes').getByText(say.own).waitFor()
    await ana.clock.runFor(3_000)
    await entry(ana, 'Eva Lopes').getByText('reception has been on it since').waitFor()
    await press(rui, 'Eva Lopes', say.claim.own)
    await entry(rui, 'Eva Lopes').getByRole('button', { name: say.claim.free }).waitFor()
  })

  browserTest('without an answer are counted, and can be taken back', async () => {
    const [page] = await twoPeople(await bootWithCalls(['Eva Lopes']))
    await press(page, 'Eva Lopes', say.claim.free)
    await entry(page, 'Eva Lopes').getByText(say.own).waitFor()
    await press(page, 'Eva Lopes', say['no-answer'])
    await entry(page, 'Eva Lopes').getByText('Called once. Nobody answered:').waitFor()
    await entry(page, 'Eva Lopes').getByRole('button', { name: say.claim.free }).waitFor()
    await press(page, 'Eva Lopes', say['will-call-back'])
    await entry(page, 'Eva Lopes').getByText('Called 2 times. Will call back:').waitFor()
    await page.getByRole('status').getByRole('button', { name: sayWork.undo }).click()
    await entry(page, 'Eva Lopes').getByText('Called once. Nobody answered:').waitFor()
  })

  browserTest('of six contacts by two people reach nobody twice', async () => {
    const letter = (index: number) => String.fromCodePoint(65 + Math.floor(index))
    // The letters of a name are the key of its visit.
    const names = Array.from({ length: 6 }, (_, index) => `Contact ${letter(index / 4)}${letter(index % 4)}`)
    const people = await twoPeople(await bootWithCalls(names))
    const called = await Promise.all(people.map(callAll))
    expect(called.every((some) => some.length > 0)).toBe(true)
    expect(called.flat().toSorted()).toEqual(names.toSorted())
  })

  browserTest('keep a half-written note after a reload, and have no accessibility violation', async () => {
    const [ana, rui] = await twoPeople(await bootWithCalls(['Eva Lopes', 'Inês Faria']))
    await press(ana, 'Eva Lopes', say.claim.free)
    await entry(ana, 'Eva Lopes').getByText(say.own).waitFor()
    await press(ana, 'Inês Faria', say.note)
    const note = entry(ana, 'Inês Faria').getByLabel(format(say.noteAbout, { name: 'Inês Faria' }, 'en'))
    await note.fill('At work until 17:00')
    await ana.reload()
    expect(await note.inputValue()).toBe('At work until 17:00')
    await expectAccessible(ana, 'calls')
    await press(ana, 'Inês Faria', say.saveNote)
    await entry(ana, 'Inês Faria').locator('.staff-note').getByText('At work until 17:00').waitFor()
    await expectFit(ana, 'calls')
    await rui.clock.runFor(30_000)
    await entry(rui, 'Inês Faria').locator('.latest').getByText('At work until 17:00').waitFor()
    await entry(rui, 'Eva Lopes').getByText('reception has been on it since').waitFor()
    await expectAccessible(rui, 'calls-of-others')
  })

  browserTest(
    'and half-written notes of a person whose token is revoked are not those of the next person',
    async () => {
      const rollcall = await bootWithCalls(['Eva Lopes', 'Inês Faria'])
      const { page, id, origin } = await openWork(rollcall, { list: 'unanswered' })
      await press(page, 'Eva Lopes', say.claim.free)
      await entry(page, 'Eva Lopes').getByText(say.own).waitFor()
      await press(page, 'Inês Faria', say.note)
      const note = entry(page, 'Inês Faria').getByRole('textbox')
      await note.fill('At work until 17:00')
      await revoke(rollcall, id)
      await page.clock.runFor(30_000)
      const { access } = wordsOf('pages', 'en')
      await page.getByText(access.faults.revoked).waitFor()
      const second = await rollcall.tokenFor({ name: 'telephone room' })
      await enterToken(page, second.token)
      await entry(page, 'Eva Lopes').getByText('reception has been on it since').waitFor()
      expect(await note.count()).toBe(0)
      await press(page, 'Inês Faria', say.note)
      expect(await note.inputValue()).toBe('')
      await note.fill('Prefers Mondays')
      // The token of a link begins a session without a sign-out, too.
      await revoke(rollcall, second.id)
      await page.clock.runFor(30_000)
      await page.getByText(access.faults.revoked).waitFor()
      const { token: third } = await rollcall.tokenFor({ name: 'front desk' })
      await enterBy(page, `${origin}/console#${new URLSearchParams({ token: third, tab: 'work', list: 'unanswered' })}`)
      await press(page, 'Inês Faria', say.note)
      expect(await note.inputValue()).toBe('')
    },
  )
})

/** Calls each contact of the list whom nobody has called, and nobody is calling. Returns the names. */
async function callAll(page: Page): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    // Loads the list and the claims of the other person again.
    await page.clock.runFor(30_000)
    const name = await page.evaluate(claimNext)
    if (name === undefined) return names
    const claim = entry(page, name).locator('.claim')
    await claim.filter({ hasText: new RegExp(`${say.own}|${say.justClaimed}|has been on it since`) }).waitFor()
    if (!(await claim.innerText()).includes(say.own)) continue
    names.push(name)
    await press(page, name, say['no-answer'])
    await entry(page, name).locator('.calls').waitFor()
  }
}

/** Runs in the page, so that the list does not change between the look and the press. */
function claimNext(): string | undefined {
  const free = document.querySelector('.entry:not(:has(.calls)):has(.claim.free)')
  free?.querySelector<HTMLButtonElement>('.claim button')?.click()
  return free?.querySelector('strong')?.textContent ?? undefined
}
