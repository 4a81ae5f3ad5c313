import type { Page } from 'playwright-core'
import { parseInstant } from '../../src/platform/time/instant.ts'
import { writeSlots } from '../../src/visits/slots.ts'
import { type Contact, contact, notifications } from '../contact.ts'
import { byToken, type Rollcall } from '../rollcall.ts'
import { moved } from '../submission.ts'

/** A contact with a phone. */
export interface Scene {
  rollcall: Rollcall
  one: Contact
  page: Page
  origin: string
}

const after = (happens: (scene: Scene) => Promise<unknown>) => async (scene: Scene) => {
  await happens(scene)
  await scene.page.goto(scene.origin + scene.one.url)
}

const offerSlots = ({ database }: Rollcall, { id }: Contact) => {
  const slots = ['2026-03-30T08:10:00Z', '2026-04-07T08:00:00Z', '2026-04-08T13:30:00Z'].map((at) => parseInstant(at)!)
  return database
    .updateTable('notifications')
    .set({ slots: writeSlots(slots) })
    .where('notification_id', '=', id)
    .execute()
}

/** All states of the answer page, each with the steps that lead to it. */
export const standings = {
  open: after(async () => {}),
  confirmed: after(({ one }) => one.answer('confirm')),
  rescheduling: after(({ one }) => one.answer('reschedule', 'Mondays & Tuesdays,\nafter 17:00')),
  'slot-taken': after(async ({ rollcall, one }) => {
    await offerSlots(rollcall, one)
    await one.send({ answer: 'reschedule', nonce: one.nonce, slot: '2026-04-07T08:00:00Z' })
  }),
  'slot-gone': async ({ rollcall, one, page, origin }: Scene) => {
    await offerSlots(rollcall, one)
    await page.goto(origin + one.url)
    rollcall.clock.time = parseInstant('2026-03-30T08:15:00Z')!
    await page.locator('details:has(textarea) > summary').click()
    await page.locator('[name=slot]').first().check()
    await page.locator('[value=reschedule]').click()
    await page.getByRole('alert').waitFor()
  },
  cancelled: after(({ one }) => one.answer('cancel')),
  arrived: after(async ({ rollcall, one }) => {
    await one.answer('confirm')
    await rollcall.post(`${byToken((await one.token())!)}/arrival`)
  }),
  moved: after(({ rollcall }) => contact(rollcall, moved)),
  withdrawn: after(({ rollcall, one }) => rollcall.post(`${notifications}/${one.id}/cancellation`)),
  'too-late': after(async ({ rollcall }) => {
    rollcall.clock.time = parseInstant('2026-03-30T08:30:00Z')!
  }),
  'confirmed-and-closed': after(async ({ rollcall, one }) => {
    await one.answer('confirm')
    rollcall.clock.time = parseInstant('2026-03-30T08:30:00Z')!
  }),
  'confirmed-and-ended': after(async ({ rollcall, one }) => {
    await one.answer('confirm')
    rollcall.clock.time = parseInstant('2026-03-30T09:00:00Z')!
  }),
  past: after(async ({ rollcall }) => {
    rollcall.clock.time = parseInstant('2026-03-30T23:00:00Z')!
  }),
  over: after(async ({ rollcall }) => {
    rollcall.clock.time = parseInstant('2026-03-31T09:00:00Z')!
  }),
  'not-me': after(({ one }) => one.answer('not-me')),
  'opt-out': ({ page, origin, one }: Scene) => page.goto(`${origin}${one.url}/opt-out`),
  'opted-out': async ({ rollcall, page, origin, one }: Scene) => {
    await rollcall.app.inject({
      url: `${one.url}/opt-out`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    await page.goto(`${origin}${one.url}/opt-out`)
  },
  'unknown-link': async ({ page, origin }: Scene) => {
    await page.goto(`${origin}/a/clinica-lisboa.00000000000000000000`)
  },
  /** A cross-site form with the same fields as the page's own. */
  'forged-answer': async ({ page, origin, one }: Scene) => {
    await page.goto('about:blank')
    await page.setContent(`<form method="post" action="${origin + one.url}"><input type="hidden" name="nonce"
      value="${one.nonce}"><button name="answer" value="confirm">You have won</button></form>`)
    await page.getByRole('button').tap()
    await page.waitForURL(origin + one.url)
  },
}
