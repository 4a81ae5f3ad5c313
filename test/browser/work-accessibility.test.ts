import type { Page } from 'playwright-core'
import { changeClock } from '../earlier-rules.ts'
import type { Rollcall } from '../rollcall.ts'
import { expectAccessible, inspectStates } from './accessibility.ts'
import { print } from './call-list.ts'
import { browserTest } from './chromium.ts'
import { bootWithWork, entry, openEntry, openWork, practiceSystem, press, sayWork } from './work.ts'

interface Scene {
  page: Page
  rollcall: Rollcall
}

/** The states of the worklists, each with the steps that lead to it. */
const states: Record<string, { opens?: Parameters<typeof openWork>[1]; happens?(scene: Scene): Promise<unknown> }> = {
  wishes: {},
  done: {
    happens: async ({ page }) => {
      await press(page, 'Eva Lopes', sayWork.marks.done)
      await page.getByText(sayWork.saved.done.replace('{name}', 'Eva Lopes')).waitFor()
      await page.getByRole('link', { name: sayWork.parts.done }).click()
      await openEntry(page, 'Eva Lopes')
    },
  },
  saved: {
    happens: async ({ page }) => {
      await press(page, 'Eva Lopes', sayWork.marks.done)
      await page.getByText(sayWork.saved.done.replace('{name}', 'Eva Lopes')).waitFor()
    },
  },
  unanswered: { opens: { list: 'unanswered', part: 'week' } },
  unreached: { opens: { list: 'unreached' }, happens: ({ page }) => openEntry(page, 'Tiago Nunes') },
  'a menu': {
    opens: { list: 'unanswered', part: 'week' },
    happens: async ({ page }) => {
      const opened = await openEntry(page, 'Ana Cruz')
      await opened.getByRole('button', { name: sayWork.moreActions }).press('Enter')
      await opened.getByRole('menuitem').first().waitFor()
    },
  },
  'did not come': { opens: { list: 'no-show' } },
  texts: { opens: { list: 'texts' } },
  'an answer to a text': {
    opens: { list: 'texts' },
    happens: async ({ page }) => {
      await press(page, 'João Ávila', sayWork.answerText)
      await page.getByLabel(sayWork.yourAnswer).fill('Yes, behind the building.\nThe entrance is in Rua do Ouro.')
      const measured = page.waitForResponse((response) => response.url().endsWith('/answer'))
      await page.clock.runFor(400)
      await measured
    },
  },
  'an answered text': {
    opens: { list: 'texts', part: 'done' },
    happens: async ({ page, rollcall }) => {
      const [reply] = (await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
      await rollcall.post(`/v1/replies/clinica-lisboa/${reply.id}/answer`, { text: 'Yes, behind the building.' })
      await page.reload()
      await (await openEntry(page, 'João Ávila')).getByText('Yes, behind the building.').waitFor()
    },
  },
  'a wish': { happens: ({ page }) => press(page, 'Eva Lopes', sayWork.anotherTime) },
  'a cancellation': { happens: ({ page }) => press(page, 'Eva Lopes', sayWork.cannotCome) },
  'a withdrawal': { happens: ({ page }) => press(page, 'Eva Lopes', sayWork.cancelForClinic) },
  'a refusal': {
    happens: async ({ page, rollcall }) => {
      const { notification_id: id } = await rollcall.database
        .selectFrom('notifications')
        .select('notification_id')
        .where('external_id', '=', 'A-EvaLopes')
        .executeTakeFirstOrThrow()
      // The clinic withdraws the visit while the answer is under way. Earlier, the live log would remove the entry.
      await page.route(`**/${id}/answer`, async (route) => {
        await rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
        await route.continue()
      })
      await press(page, 'Eva Lopes', sayWork.comes)
      await entry(page, 'Eva Lopes').getByText(sayWork.faults.ended).waitFor()
    },
  },
  'an empty list': { opens: { list: 'texts', part: 'done' } },
  'no connection': {
    happens: async ({ page }) => {
      await page.context().setOffline(true)
      await page.clock.runFor(35_000)
      await page.getByText(sayWork.failing).waitFor()
    },
  },
  'events not applied': {
    happens: async ({ page, rollcall }) => {
      const acknowledge = await practiceSystem(rollcall)
      await acknowledge({
        sequence: 2,
        outcome: 'failed',
        reason: 'No patient with the number P-EvaLopes in this system',
      })
      await page.reload()
      await page.getByRole('link', { name: new RegExp(sayWork.lists['not-applied']) }).click()
      await page.locator('.opener').first().click()
      await page.locator('.opened').getByText('No patient with the number').waitFor()
    },
  },
  'a changed clock': {
    happens: async ({ page, rollcall }) => {
      const { notification_id: id } = await rollcall.database
        .selectFrom('notifications')
        .select('notification_id')
        .where('external_id', '=', 'A-AnaCruz')
        .executeTakeFirstOrThrow()
      await changeClock(rollcall, id)
      await page.reload()
      await page.getByRole('link', { name: new RegExp(sayWork.lists['clock-changed']) }).click()
      await (await openEntry(page, 'Ana Cruz')).getByText(sayWork.clock.which).waitFor()
    },
  },
  'a token that reads': { opens: { scopes: ['actions:read', 'notifications:read'] } },
}

inspectStates('worklist', states, async ({ opens, happens }) => {
  const rollcall = await bootWithWork()
  const { page } = await openWork(rollcall, opens)
  await happens?.({ page, rollcall })
  return page
})

browserTest('a call list on paper has no accessibility violation', async () => {
  const { page } = await openWork(await bootWithWork())
  await entry(page, 'Eva Lopes').waitFor()
  await print(page)
  await expectAccessible(page, 'work-on-paper')
})
