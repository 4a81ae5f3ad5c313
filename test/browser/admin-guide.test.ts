import { describe, expect } from 'vitest'
import { scopes } from '../../src/access/credentials/scope.ts'
import { createLink } from '../../src/access/first-start/link.ts'
import type { Senders } from '../../src/channels/open-channels.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { stepNames } from '../../web/admin/guide/steps.ts'
import { entity } from '../history.ts'
import { mailServer } from '../mail-server.ts'
import { bootRollcall } from '../rollcall.ts'
import { expectAccessible, inspect } from './accessibility.ts'
import { bootForAdmin, openAdmin, sayAdmin } from './admin.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { seeClinic } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const { guide } = sayAdmin
const sayFirstStart = wordsOf('first-start', 'en')
const sayAccess = wordsOf('admin-access', 'en')
const sayTemplates = wordsOf('templates', 'en')
const sayClinics = wordsOf('admin-clinics', 'en')

/** An empty service, and a page that has used the link of its first start. */
async function firstStart() {
  const rollcall = await bootRollcall()
  const origin = await rollcall.listen()
  await rollcall.database.deleteFrom('access_tokens').execute()
  const page = await takeComputer()
  await page.goto(origin + (await createLink(rollcall.database, rollcall.clock)))
  await page.getByRole('button', { name: sayFirstStart.begin }).click()
  await page.getByRole('heading', { name: guide.firstClinic }).waitFor()
  return { ...rollcall, origin, page }
}

describe('the guide', () => {
  browserTest('leads from the link of the first start to the first clinic, also after a reload', async () => {
    const { page, database } = await firstStart()
    await page.reload()
    await page.getByRole('heading', { name: guide.firstClinic }).waitFor()
    await page.getByLabel(sayClinics.fields.name, { exact: true }).fill('Clínica do Chiado')
    await inspect(page, 'admin-first-clinic')
    await page.getByRole('button', { name: sayClinics.add }).click()
    await page.getByRole('heading', { name: guide.steps.details.title }).waitFor()
    const { entity_id } = await database.selectFrom('entities').select('entity_id').executeTakeFirstOrThrow()
    expect(entity_id).toBe('clinica-do-chiado')
  })

  browserTest(
    'creates the access token of an administrator, for everything that the first session permits',
    async () => {
      const { page, database, get, given } = await firstStart()
      await given(entity())
      await page.reload()
      const step = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: guide.steps.access.title }) })
      await step.locator('summary').click()
      await step.getByLabel(sayAccess.name).fill('Rita Melo')
      await expectAccessible(page, 'admin-guide-access')
      await step.getByRole('button', { name: sayAccess.tokens.create }).click()
      const token = await step.locator('.shown-once code').first().innerText()
      expect((await get('/v1/access-token', { authorization: `Bearer ${token}` })).json()).toEqual({
        name: 'Rita Melo',
        scopes: [...scopes],
        all_entities: true,
      })
      await step.getByText(guide.done, { exact: true }).first().waitFor()
      expect(await database.selectFrom('access_tokens').select('name').execute()).toEqual([{ name: 'Rita Melo' }])
    },
  )

  browserTest('sends a test message, adds the device of the desk and a token of the clinic system', async () => {
    const mail = await mailServer()
    const rollcall = await bootForAdmin({ senders: () => ({ email: mail.email }) as Senders })
    const page = await openAdmin(rollcall, 'start', { entities: ['clinica-lisboa'] })
    const step = (name: keyof typeof guide.steps) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: guide.steps[name].title }) })
    await step('test').locator('summary').click()
    await step('test').getByLabel(sayTemplates.testAddress).fill('rita@clinica.example')
    await step('test').getByRole('button', { name: sayTemplates.sendTest }).click()
    await step('test').getByText(sayTemplates.testSent.replace('{uid}', 'rita@clinica.example')).waitFor()
    expect(mail.received).toHaveLength(1)
    await step('test').locator('.number.done').waitFor()
    await step('test').getByLabel(sayTemplates.testAddress).fill('nobody')
    await step('test').getByRole('button', { name: sayTemplates.sendTest }).click()
    await step('test').locator('.number:not(.done)').waitFor()
    await step('test').getByLabel(sayTemplates.testAddress).fill('rita@clinica.example')
    await step('test').getByRole('button', { name: sayTemplates.sendTest }).click()
    await step('test').locator('.number.done').waitFor()
    await expectAccessible(page, 'admin-guide-test')
    await step('test').getByRole('button', { name: guide.next }).click()

    await step('device').getByLabel(sayAccess.name).fill('Reception 1')
    await step('device').getByRole('button', { name: sayAccess.devices.add }).click()
    const link = await step('device').getByRole('group', { name: sayAccess.devices.link }).locator('code').innerText()
    await step('device').getByText(guide.done, { exact: true }).first().waitFor()
    await expectAccessible(page, 'admin-guide-device')
    const device = await takeComputer()
    await enterBy(device, link)
    await seeClinic(device, 'Clínica Lisboa')

    await step('device').getByRole('button', { name: guide.next }).click()
    await step('system').getByLabel(sayAccess.name).fill('practice system')
    expect(await step('system').getByLabel(sayAccess.purposes.system).isChecked()).toBe(true)
    await step('system').getByRole('button', { name: sayAccess.tokens.create }).click()
    const token = await page.locator('.shown-once code').first().innerText()
    expect((await rollcall.get('/v1/access-token', { authorization: `Bearer ${token}` })).json().scopes).toEqual([
      ...['actions:read', 'notifications:write'],
    ])
    await inspect(page, 'admin-guide-system')
  })

  browserTest('opens at the first step that is not done, and every step can be skipped', async () => {
    const page = await openAdmin(await bootForAdmin(), 'start')
    // The token of the test is an administrator's, but the clinic has no address.
    expect(await page.locator('details[open] h3').allInnerTexts()).toEqual([guide.steps.details.title])
    for (const name of stepNames.slice(0, -1)) {
      const { title } = guide.steps[name]
      const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
      await step.getByRole('button', { name: new RegExp(`^(${guide.skip}|${guide.next})$`) }).click()
    }
    await page.getByRole('heading', { name: guide.steps.access.title }).click()
    await page.getByRole('link', { name: guide.open.people }).click()
    await page.getByRole('heading', { name: sayAdmin.names.people }).waitFor()
  })
})
