import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { notifications } from '../contact.ts'
import { changeClock } from '../earlier-rules.ts'
import type { Rollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { bootWithWork, entry, openEntry, openWork, sayWork, visitOf } from './work.ts'

const say = sayWork.clock
const times = { before: '09:30', now: '10:30' }
const button = (page: Page, keep: 'local-time' | 'instant') =>
  entry(page, 'Leonor Sá').getByRole('button', { name: format(say[keep], times, 'en') })
const saved = (page: Page, keep: 'local-time' | 'instant') =>
  page.getByRole('status').getByText(format(say.saved[keep], { name: 'Leonor Sá', ...times }, 'en'))

/** Opens the list with a visit that was entered for 09:30, and is now at 10:30. */
async function openDecision(scopes?: NonNullable<Parameters<typeof openWork>[1]>['scopes']) {
  const rollcall = await bootWithWork()
  const when = '2026-04-20T10:30:00+01:00'
  const { id } = await visitOf(rollcall, { name: 'Leonor Sá', uid: '+351912000009', when })
  await rollcall.deliver()
  await changeClock(rollcall, id)
  const { page } = await openWork(rollcall, { list: 'clock-changed', ...(scopes && { scopes }) })
  await entry(page, 'Leonor Sá')
    .getByText(format(say.entered, times, 'en'))
    .waitFor()
  await openEntry(page, 'Leonor Sá')
  return { rollcall, page, id }
}

const visit = async ({ get }: Rollcall, id: string) => (await get(`${notifications}/${id}`)).json()

describe('a visit whose local time new time-zone rules have changed', () => {
  browserTest('keeps its local time by one button, and leaves the list', async () => {
    const { rollcall, page, id } = await openDecision()
    await button(page, 'local-time').click()
    await saved(page, 'local-time').waitFor()
    await entry(page, 'Leonor Sá').waitFor({ state: 'detached' })
    expect(await visit(rollcall, id)).toMatchObject({ state: 'open', params: { hour: '9' } })
  })

  browserTest('has the new local time by the other button, which tells the contact', async () => {
    const { rollcall, page, id } = await openDecision()
    await button(page, 'instant').click()
    await saved(page, 'instant').waitFor()
    const { superseded_by } = await visit(rollcall, id)
    expect((await visit(rollcall, superseded_by)).deliveries).toMatchObject([{ kind: 'moved' }])
  })

  browserTest('says that somebody else has decided', async () => {
    const { rollcall, page, id } = await openDecision()
    await rollcall.post(`${notifications}/${id}/clock-change`, { keep: 'local-time' })
    await button(page, 'instant').click()
    await entry(page, 'Leonor Sá').getByText(sayWork.faults.changed).waitFor()
  })

  browserTest('has no buttons for a token that may not submit visits', async () => {
    const { page } = await openDecision(['actions:read', 'notifications:read', 'actions:write'])
    expect(await button(page, 'instant').count()).toBe(0)
  })
})

browserTest('a page opens only with the clocks of the service, since those of its browser may be older', async () => {
  const rollcall = await bootWithWork()
  const [origin, page] = [await rollcall.listen(), await takeComputer()]
  await page.route('**/v1/clocks', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${origin}/console#token=${rollcall.token}&tab=work`)
  await page.getByText(wordsOf('pages', 'en').access.faults.unavailable).waitFor()
  await page.unroute('**/v1/clocks')
  await openWork(rollcall, { page, origin })
})
