import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { qrCodePng } from '../../src/platform/codes/qr-code.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { seconds } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import type { Rollcall } from '../rollcall.ts'
import { expectAccessible, inspect } from './accessibility.ts'
import { bootForAdmin, loseResponse, openAdmin, sayAdmin, signInAgain } from './admin.ts'
import { browserTest } from './chromium.ts'
import { seeClinic } from './places.ts'
import { visitOf } from './work.ts'

const say = wordsOf('admin-clinics', 'en')
const saySettings = wordsOf('settings', 'en')
const { access } = wordsOf('pages', 'en')
const path = '/v1/entities/clinica-lisboa'

const field = (page: Page, name: keyof typeof say.fields) =>
  page.getByRole('main').getByLabel(say.fields[name], { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Saves the form, and waits for the service. */
async function save(page: Page) {
  await press(page, saySettings.save)
  await page.getByText(sayAdmin.saved, { exact: true }).waitFor()
}

const stored = async ({ get }: Rollcall, id = 'clinica-lisboa') => (await get(`/v1/entities/${id}`)).json()

describe('the details of a clinic', () => {
  browserTest('have a readable colour, and the country of telephone numbers', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'clinic')
    await field(page, 'colour').fill('#ffcc00')
    await page.getByText(say.faults.colour).waitFor()
    await inspect(page, 'admin-clinic-colour')
    expect(await page.getByRole('button', { name: saySettings.save }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: /^Use #/ }).click()
    await field(page, 'country').selectOption('ES')
    await save(page)
    const { colour, country } = await stored(rollcall)
    expect([colour, country]).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/), 'ES'])
    await press(page, say.noColour)
    await save(page)
    expect(await stored(rollcall)).not.toHaveProperty('colour')
  })

  browserTest('are saved as the properties that changed, and the headings have the new name', async () => {
    const rollcall = await bootForAdmin()
    await rollcall.given(entity({ id: 'clinica-porto', name: 'Clínica Porto' }))
    const page = await openAdmin(rollcall, 'clinic')
    await page.getByText('There it is now 09:00').waitFor()
    await field(page, 'name').fill('Clínica do Chiado')
    await field(page, 'phone').fill('+351 213 000 000')
    await field(page, 'address').fill(' Rua  do Ouro 12')
    await field(page, 'language').selectOption('pt-BR')
    await field(page, 'names').selectOption('initials')
    await field(page, 'arrive_late').fill('90')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await save(page)
    expect((await sent).postDataJSON()).toEqual({
      name: 'Clínica do Chiado',
      phone: '+351 213 000 000',
      address: 'Rua do Ouro 12',
      language: 'pt-BR',
      names: 'initials',
      arrive_late: 90,
    })
    await seeClinic(page, 'Clínica do Chiado')
    expect(await page.getByLabel(access.clinic).locator('option').allInnerTexts()).toEqual([
      ...['Clínica do Chiado', 'Clínica Porto'],
    ])
    expect(await field(page, 'address').inputValue()).toBe('Rua do Ouro 12')
    await field(page, 'phone').fill('')
    await save(page)
    expect(await stored(rollcall)).not.toHaveProperty('phone')
  })

  browserTest('mark what the service would refuse, and what it refuses', async () => {
    const page = await openAdmin(await bootForAdmin(), 'clinic')
    const wrong = { name: ' ', time_zone: 'Europe/Lisboa', phone: '21 ext. 3', arrive_early: '1441' } as const
    for (const [name, text] of Object.entries(wrong)) await field(page, name as 'name').fill(text)
    await field(page, 'arrive_late').focus()
    const { faults } = say
    for (const [name, fault] of [
      ...([['name', faults.name] as const, ['time_zone', faults.zone] as const] as const),
      ...([
        ['phone', faults.phone] as const,
        ['arrive_early', faults.minutes.replace('{max}', '1440')] as const,
      ] as const),
    ]) {
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
      const [faultId] = (await field(page, name).getAttribute('aria-describedby'))!.split(' ')
      expect(await page.locator(`[id="${faultId}"]`).innerText()).toBe(fault)
    }
    expect(await page.getByRole('button', { name: saySettings.save }).isDisabled()).toBe(true)
    await inspect(page, 'admin-clinic-faults')
    await press(page, saySettings.discard)

    // An older service may know fewer rules of the same field.
    const refusal = { status: 422, code: 'invalid-body', errors: [{ parameter: '/phone', reason: 'must be shorter' }] }
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
        : route.fallback(),
    )
    await field(page, 'phone').fill('+351 213 000 000')
    await press(page, saySettings.save)
    await page.getByText('must be shorter', { exact: true }).waitFor()
    expect(await field(page, 'phone').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'phone').inputValue()).toBe('+351 213 000 000')
  })

  browserTest('say which visits another time zone moves, before somebody saves it', async () => {
    const rollcall = await bootForAdmin()
    for (const [index, day] of ['03-30', '03-31', '04-01', '04-02', '04-03', '04-06'].entries()) {
      await visitOf(rollcall, {
        name: `Ana ${'ABCDEF'[index]}`,
        uid: '+351912000001',
        when: `2026-${day}T23:30:00+01:00`,
      })
    }
    await visitOf(rollcall, { name: 'Rui B', uid: '+351912000002', when: '2026-03-30T23:45:00+01:00' })
    const page = await openAdmin(rollcall, 'clinic')
    const moved = page.getByRole('region', { name: say.moved.title })
    await field(page, 'time_zone').fill('Europe/Madrid')
    await moved.getByText('2 appointments move from Mon 30 March to Tue 31 March').waitFor()
    await moved.getByText('7 coming appointments move to another day.').waitFor()
    await moved.getByText('1 more day').click()
    await moved.getByText('1 appointment moves from Mon 6 April to Tue 7 April').waitFor()
    await inspect(page, 'admin-clinic-moved')
    await field(page, 'time_zone').fill('Atlantic/Madeira')
    await moved.getByText(say.moved.none).waitFor()
    await save(page)
    expect(await moved.count()).toBe(0)
    expect((await stored(rollcall)).time_zone).toBe('Atlantic/Madeira')
  })

  browserTest('have a logo, which is shown, replaced and removed', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'clinic')
    await page.getByText(say.logo.none).waitFor()
    await inspect(page, 'admin-clinic')
    const file = (buffer: Buffer, mimeType = 'image/png') => ({ name: 'logo', mimeType, buffer })
    const choose = page.getByLabel(say.logo.choose, { exact: true })
    await choose.setInputFiles(file(Buffer.from('%PDF'), 'application/pdf'))
    await page.getByText(say.logo.notPicture).waitFor()
    await choose.setInputFiles(file(randomBytes(6_000_000)))
    await page.getByText(say.logo.tooLarge.replace('{max}', '5')).waitFor()
    await choose.setInputFiles(file(Buffer.from('damaged')))
    await page.getByText(say.logo.notPicture).waitFor()
    await choose.setInputFiles(file(await qrCodePng('one')))
    const picture = page.getByAltText(say.logo.alt.replace('{clinic}', 'Clínica Lisboa'))
    await page.getByText(say.logo.saved).waitFor()
    await page.waitForFunction(() => (document.querySelector('.present-logo img') as HTMLImageElement).naturalWidth > 0)
    // A drawing, with an empty border on each side of a rectangle of three to one.
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect x="10" y="20" width="30" height="10" fill="#0b62ab"/><script>alert(1)</script></svg>`
    const replace = page.getByLabel(say.logo.replace, { exact: true })
    await replace.setInputFiles(file(Buffer.from(drawing), 'image/svg+xml'))
    await page.waitForFunction(
      () => (document.querySelector('.present-logo img') as HTMLImageElement).naturalWidth === 560,
    )
    const { rawPayload: png } = await rollcall.get(`${path}/logo`)
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect(width / height).toBeCloseTo(3, 1)
    await page.reload()
    await picture.waitFor()
    await press(page, say.logo.remove)
    await page.getByText(say.logo.removeAbout).waitFor()
    await expectAccessible(page, 'admin-clinic-logo')
    await press(page, say.logo.removeNow)
    await page.getByText(say.logo.removed).waitFor()
    expect((await rollcall.get(`${path}/logo`)).statusCode).toBe(204)
  })
})

describe('the list of clinics', () => {
  browserTest('adds a clinic with the zone and the language of the browser, and opens it', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'clinics')
    await page.getByRole('link', { name: 'Clínica Lisboa' }).waitFor()
    await press(page, say.add)
    const isInName = () => (document.activeElement as HTMLInputElement).name === 'name'
    await page.waitForFunction(isInName)
    expect(await page.getByText(say.faults.name).count()).toBe(0)
    await press(page, sayAdmin.cancel)
    await page.waitForFunction((text) => document.activeElement?.textContent === text, say.add)
    await press(page, say.add)
    await press(page, say.add)
    await page.getByText(say.faults.name).waitFor()
    await page.waitForFunction(isInName)
    await inspect(page, 'admin-new-clinic')
    await field(page, 'name').fill('Clínica Évora')
    expect(await field(page, 'id').inputValue()).toBe('clinica-evora')
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(await field(page, 'time_zone').inputValue()).toBe(zone)
    await field(page, 'time_zone').fill('Europe/Lisbon')
    await press(page, say.add)
    await seeClinic(page, 'Clínica Évora')
    await page.getByRole('heading', { level: 2, name: sayAdmin.names.clinic }).waitFor()
    expect(await stored(rollcall, 'clinica-evora')).toMatchObject({
      name: 'Clínica Évora',
      time_zone: 'Europe/Lisbon',
      language: 'en-GB',
      names: 'first',
      arrive_early: 120,
    })
    await page.getByRole('link', { name: sayAdmin.names.clinics }).click()
    await page.getByRole('button', { name: say.add }).waitFor()
    expect(await field(page, 'name').count()).toBe(0)
  })

  browserTest('keeps a new clinic whose id exists, or whose session ends, until it is added', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'clinics')
    await press(page, say.add)
    await field(page, 'name').fill('Clínica Lisboa')
    await field(page, 'phone').fill('+351 213 000 000')
    await press(page, say.add)
    await page.getByText(say.faults.exists).first().waitFor()
    expect(await field(page, 'id').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page, 'admin-new-clinic-exists')
    await field(page, 'id').fill('clinica-lisboa-2')
    await signInAgain(rollcall, page, () => press(page, say.add))
    await field(page, 'phone').waitFor()
    expect(await field(page, 'phone').inputValue()).toBe('+351 213 000 000')
    expect(await field(page, 'id').inputValue()).toBe('clinica-lisboa-2')
    await press(page, say.add)
    await page.getByRole('heading', { level: 2, name: sayAdmin.names.clinic }).waitFor()
    expect(await stored(rollcall, 'clinica-lisboa-2')).toMatchObject({ phone: '+351 213 000 000' })
  })

  browserTest('adds a clinic once, also when the response is lost', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'clinics')
    await press(page, say.add)
    await field(page, 'name').fill('Clínica Évora')
    await loseResponse(page, '**/v1/entities')
    await press(page, say.add)
    await page.getByText(say.refused.lost).waitFor()
    await expectAccessible(page, 'admin-new-clinic-lost')
    await press(page, say.add)
    await seeClinic(page, 'Clínica Évora')
    expect((await rollcall.get('/v1/entities')).json()).toHaveLength(2)
  })

  browserTest('says that an administrator of some clinics cannot add one', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'clinics', { entities: ['clinica-lisboa'] })
    await press(page, say.add)
    await field(page, 'name').fill('Clínica Évora')
    await press(page, say.add)
    await page.getByText(say.refused['not-all']).waitFor()
  })

  browserTest('retires a clinic after it says what stops, and restores it', async () => {
    const rollcall = await bootForAdmin()
    await visitOf(rollcall, { name: 'Ana Cruz', uid: '+351912000001' })
    await visitOf(rollcall, { name: 'Rui Costa', uid: '+351912000002', when: '2026-06-03T10:00:00+01:00' })
    const page = await openAdmin(rollcall, 'clinics')
    const opener = page.getByRole('button', { name: say.retire.ask, exact: true })
    await opener.click()
    await page.getByText('2 coming appointments keep their answers, and get no reminders.').waitFor()
    await inspect(page, 'admin-retire')
    await press(page, sayAdmin.cancel)
    await page.waitForFunction((text) => document.activeElement?.textContent === text, say.retire.ask)
    await opener.click()
    // The response is lost, and the next attempt finds the clinic retired.
    await loseResponse(page, `**${path}`, 2)
    await press(page, say.retire.act)
    await page.getByText(sayAdmin.failed).waitFor()
    await press(page, say.retire.act)
    await page.getByText('Retired since 30 Mar 2026, 09:00.').waitFor()
    expect(await stored(rollcall)).toHaveProperty('retired_at')
    await expectAccessible(page, 'admin-retired')

    await page.getByRole('link', { name: sayAdmin.names.clinic, exact: true }).click()
    const note = page.getByRole('region', { name: say.retired })
    await note.getByText(say.retiredAbout).waitFor()
    await field(page, 'address').fill('Rua do Ouro 12')
    await note.getByRole('button', { name: say.restore.ask, exact: true }).click()
    await inspect(page, 'admin-restore')
    await press(page, say.restore.act)
    await page.waitForFunction((name) => document.querySelector(`[aria-label="${name}"]`) === null, say.retired)
    // The form has the version before the restoration.
    await save(page)
    const restored = await stored(rollcall)
    expect(restored.address).toBe('Rua do Ouro 12')
    expect(restored).not.toHaveProperty('retired_at')
  })
})

describe('the history of a clinic', () => {
  browserTest('says who changed what, in words for the clinic and with the properties of other resources', async () => {
    const rollcall = await bootForAdmin()
    /** Changes a part of the clinic a second after the previous change. */
    async function change(method: 'patch' | 'put' | 'remove', url: string, body: object = {}) {
      rollcall.clock.time += seconds(1)
      const ifMatch = { 'if-match': String((await rollcall.get(url)).headers.etag) }
      const { statusCode } = await (method === 'remove'
        ? rollcall.remove(url, ifMatch)
        : rollcall[method](url, body, ifMatch))
      expect(statusCode).toBe(200)
    }
    const page = await openAdmin(rollcall, 'history')
    await page.getByText(say.history.none).waitFor()
    await change('patch', path, { phone: '+351 213 000 000', names: 'none', language: 'de' })
    await change('patch', path, { phone: null })
    const quietHours = (await rollcall.get(`${path}/quiet-hours`)).json()
    await change('put', `${path}/quiet-hours`, { ...quietHours, holidays: ['2026-04-01'] })
    await change('remove', path)
    // A newer service records more resources.
    const newer = { at: '2026-03-01T08:00:00Z', by: 'test', resource: 'budget', name: 'winter', after: { limit: 1 } }
    await page.route('**/history', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: [...(await response.json()), newer] })
    })
    await page.reload()
    const changes = page.locator('.changes > li')
    await changes.nth(4).waitFor()
    expect(await changes.locator('h3').allInnerTexts()).toEqual([
      ...[say.history.resources.entity, saySettings.names['quiet-hours']],
      ...[say.history.resources.entity, say.history.resources.entity, 'budget winter'],
    ])
    expect(await changes.nth(0).innerText()).toContain('test, 30 Mar 2026, 09:00')
    const lines = async (index: number) => (await changes.nth(index).locator('dl > div').allInnerTexts()).map(inOneLine)
    expect(await lines(0)).toEqual(['Retired since Before: none → After: 30 Mar 2026, 09:00'])
    expect(await lines(2)).toEqual(['Telephone number Before: +351 213 000 000 → After: none'])
    expect(await lines(3)).toEqual([
      'Language Before: Português europeu → After: Deutsch',
      'Names of contacts Before: First name: João → After: No name',
      'Telephone number Before: none → After: +351 213 000 000',
    ])
    await changes.nth(1).locator('summary').click()
    expect(await lines(1)).toContain('holidays Before: none → After: 2026-04-01')
    await inspect(page, 'admin-history')
  })
})

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
