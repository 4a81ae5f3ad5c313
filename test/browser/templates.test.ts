import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import type { Rollcall } from '../rollcall.ts'
import { item, notify } from '../submission.ts'
import { expectAccessible } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { bootWithShippedWords, button, openTemplates, preview, say, text } from './templates.ts'

const english = { contact: { ...item().contact, language: 'en_GB' } }

const insert = (page: Page, name: string) => page.getByRole('button', { name: `{${name}}` })
const filled = (words: string, values: Record<string, string>) =>
  Object.entries(values).reduce((all, [name, value]) => all.replace(`{${name}}`, value), words)

async function sentTo(rollcall: Rollcall, externalId: string): Promise<string> {
  await notify(rollcall, { ...english, external_id: externalId })
  await rollcall.deliver()
  return rollcall.outbox('.txt').join('\n')
}

describe('the words of messages', () => {
  browserTest('are changed beside their preview, apply to the next message, and are restored', async () => {
    const rollcall = await bootWithShippedWords()
    const { page, foreign } = await openTemplates(rollcall)
    await page.getByText(say.isShipped).waitFor()
    await page.getByText(say.ownNone).waitFor()

    await text(page).fill('{clinic}: {name}, see you at {link}')
    await page.getByRole('alert').getByText('has an unknown placeholder').waitFor()
    expect(await text(page).getAttribute('aria-invalid')).toBe('true')
    await text(page).fill('See you soon 😀 , please answer: {link}')
    await preview(page).getByText('The character “😀” needs the larger alphabet.', { exact: false }).waitFor()
    await text(page).fill('See you , please answer: {link}')
    await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(8, 8))
    await insert(page, 'day').click()
    expect(await text(page).inputValue()).toBe('See you {day}, please answer: {link}')
    await preview(page).getByText('See you Mon 30 Mar, please answer: http').waitFor()
    await preview(page).getByText('1 segment of up to 160 characters.').waitFor()
    await page.getByText(say.applies).waitFor()

    await button(page, say.save).click()
    await page.getByRole('status').getByText(say.saved).waitFor()
    await page.getByRole('list', { name: say.own }).getByText('Appointment · First notice').first().waitFor()
    await page.getByText(say.mail.also).waitFor()
    expect(await sentTo(rollcall, 'A-1')).toContain('See you Mon 30 Mar, please answer: https:')

    await button(page, say.restore).click()
    await page.getByText(say.restoreAsk).waitFor()
    await button(page, say.restoreYes).click()
    await page.getByRole('status').getByText(say.restored).waitFor()
    await page.getByText(say.ownNone).waitFor()
    expect(await sentTo(rollcall, 'A-2')).toContain('Confirm, change or cancel')

    await page.getByText(say.versions).click()
    await page.getByRole('listitem').filter({ hasText: 'See you {day}' }).getByText('Rita').waitFor()
    await button(page, say.restoreVersion).click()
    await page.getByRole('status').getByText(say.versionRestored).waitFor()
    expect(await text(page).inputValue()).toBe('See you {day}, please answer: {link}')
    expect(foreign).toEqual([])
  })

  browserTest('that somebody else has changed meanwhile are replaced only after the page has said so', async () => {
    const rollcall = await bootWithShippedWords()
    const { page } = await openTemplates(rollcall)
    await page.getByText(say.isShipped).waitFor()
    await text(page).fill('Mine {day}: {link}')
    const template = '/v1/templates/clinica-lisboa/medical/appointment/en/mobile/notice'
    await rollcall.put(template, { text: 'Theirs {day}: {link}' })
    await button(page, say.save).click()
    await page.getByRole('alert').getByText(say.failures.conflict).waitFor()
    expect(await text(page).inputValue()).toBe('Mine {day}: {link}')
    expect((await rollcall.get(template)).json()).toMatchObject({ text: 'Theirs {day}: {link}' })
    await button(page, say.discard).click()
    expect(await text(page).inputValue()).toBe('Theirs {day}: {link}')
    await text(page).fill('Mine {time}: {link}')
    await button(page, say.save).click()
    await page.getByRole('status').getByText(say.saved).waitFor()
    expect((await rollcall.get(template)).json()).toMatchObject({ text: 'Mine {time}: {link}' })
  })

  browserTest('are also those of the mail, until it has its own', async () => {
    const rollcall = await bootWithShippedWords()
    const { page } = await openTemplates(rollcall)
    const mail = async () =>
      (await rollcall.get('/v1/templates/clinica-lisboa/medical/appointment/en/email/notice')).json()
    await text(page).fill('See you {day}: {link} {stop}')
    await button(page, say.save).click()
    await page.getByRole('status').getByText(say.saved).waitFor()
    expect(await mail()).toMatchObject({ default: false, text: 'See you {day}: {link}' })
    await button(page, 'E-mail').click()
    await page.getByText(say.mail.asText).waitFor()
    await expectAccessible(page, 'templates-shared')
    await page.getByLabel(say.mail.own).check()
    await text(page).fill('Good morning. We expect you {day}.')
    await button(page, say.save).click()
    await page.getByRole('status').getByText(say.saved).waitFor()
    await button(page, 'Text').click()
    await page.getByText(say.mail.differs).waitFor()
    await text(page).fill('See you at {time}: {link} {stop}')
    await button(page, say.save).click()
    await page.getByRole('status').getByText(say.saved).waitFor()
    expect(await mail()).toMatchObject({ text: 'Good morning. We expect you {day}.' })
    await button(page, 'E-mail').click()
    await page.getByLabel(say.mail.own).click()
    await page.getByRole('status').getByText(say.mail.again).waitFor()
    expect(await mail()).toMatchObject({ text: 'See you at {time}: {link}' })
  })

  browserTest('are shown to the contact of the next visit, with the own sentence of the clinic', async () => {
    const rollcall = await bootWithShippedWords()
    await notify(rollcall, {
      ...english,
      contact: { ...english.contact, name: 'Beatriz Nunes' },
      params: { when: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString(), doctor: 'Ana Reis' },
    })
    const { page } = await openTemplates(rollcall)
    await preview(page).getByText('Beatriz', { exact: false }).waitFor()
    await page.getByLabel(say.sentence.label).fill('Please bring your card.')
    await button(page, wordsOf('settings', 'en').save).first().click()
    await preview(page).getByText('Please bring your card.', { exact: false }).waitFor()
    expect((await rollcall.get('/v1/entities/clinica-lisboa')).json().sentences).toEqual({
      en: 'Please bring your card.',
    })
    await expectAccessible(page, 'templates-sentence')
  })

  browserTest('open in the language of the clinic', async () => {
    const { page } = await openTemplates(await bootWithShippedWords(), '')
    expect(await page.getByRole('combobox', { name: say.language, exact: true }).inputValue()).toBe('pt')
  })

  browserTest('of a mail are shown in its light and dark colours', async () => {
    const { page } = await openTemplates(await bootWithShippedWords(), 'medical/appointment/en/email/notice')
    await page.getByLabel(say.mail.own).check()
    await page.getByRole('textbox', { name: say.subject, exact: true }).fill('{clinic}: {day}')
    await text(page).fill('Good morning {contact}')
    const mail = preview(page).locator('iframe')
    await mail.contentFrame().getByText('Good morning').last().waitFor()
    const background = () =>
      mail
        .contentFrame()
        .locator('body')
        .evaluate((body) => getComputedStyle(body).backgroundColor)
    const light = await background()
    await button(page, say.dark).click()
    await expect.poll(background).not.toBe(light)
    await button(page, say.light).click()
    await expect.poll(background).toBe(light)
  })

  browserTest('are sent as a test to an address, or the page says why not', async () => {
    const rollcall = await bootWithShippedWords()
    const { page } = await openTemplates(rollcall)
    await text(page).fill('Not saved yet: {link}')
    await page.getByLabel(say.testAddress).fill('12')
    await button(page, say.sendTest).click()
    await page.locator('#test-fault').getByText('must be').waitFor()
    await page.getByLabel(say.testAddress).fill('+351912345678')
    await button(page, say.sendTest).click()
    await page.getByText(filled(say.testSent, { uid: '+351912345678' })).waitFor()
    expect(rollcall.outbox('.txt')[0]).toContain('Test message. Not saved yet: http')
  })

  browserTest('that the provider has approved are shown, and sent as a test, but cannot be changed', async () => {
    const rollcall = await bootWithShippedWords()
    const { page, foreign } = await openTemplates(rollcall, 'medical/appointment/en/whatsapp/notice')
    const message = preview(page).locator('iframe').contentFrame()
    await message.getByText('Will you come? Please answer.').waitFor()
    await message.getByText('Another time', { exact: true }).waitFor()
    const whiteSpace = (body: HTMLElement) => getComputedStyle(body).whiteSpace
    expect(await message.getByText('Will you come? Please answer.').evaluate(whiteSpace)).toBe('pre-line')
    await page.getByText(filled(say.fixed, { channel: 'WhatsApp' })).waitFor()
    expect(await text(page).count()).toBe(0)
    expect(await button(page, say.save).count()).toBe(0)
    expect(await button(page, say.dark).count()).toBe(0)
    await page.getByLabel(say.testAddress).fill('+351912345678')
    await button(page, say.sendTest).click()
    await page.getByText(filled(say.testSent, { uid: '+351912345678' })).waitFor()
    expect(rollcall.outbox('.whatsapp.txt')[0]).toContain('[Confirm] [Another time] [Cannot come]')
    expect(foreign).toEqual([])
  })

  browserTest('survive the choice of another message while they are not saved', async () => {
    const { page } = await openTemplates(await bootWithShippedWords())
    await text(page).fill('Not saved yet: {link}')
    await page.getByRole('combobox', { name: say.kind, exact: true }).selectOption(say.kinds.reminder)
    await expect.poll(() => text(page).inputValue()).toContain('reminder')
    await page.goBack()
    await expect.poll(() => text(page).inputValue()).toBe('Not saved yet: {link}')
    await button(page, say.discard).click()
    expect(await text(page).inputValue()).toContain('Confirm, change or cancel')
  })
})
