import { describe, expect } from 'vitest'
import { expectAccessible, expectFit } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { bootWithShippedWords, button, openTemplates, say, text } from './templates.ts'

describe('the page of templates has no accessibility violation, and fits every screen', () => {
  browserTest('a text with a fault', async () => {
    const { page } = await openTemplates(await bootWithShippedWords())
    await text(page).fill('{clinic}: {name}')
    await page.getByRole('alert').getByText('has an unknown placeholder').waitFor()
    await page.getByText(say.versions).click()
    await page.getByText(say.noVersions).waitFor()
    await expectAccessible(page, 'templates-fault')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page, 'templates-fault-360')
    await expectFit(page, 'templates-fault')
  })

  browserTest('a message whose words are fixed', async () => {
    const { page } = await openTemplates(await bootWithShippedWords(), 'medical/appointment/ar/whatsapp/confirmation')
    await expectAccessible(page, 'templates-fixed')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page, 'templates-fixed-360')
    await expectFit(page, 'templates-fixed')
  })

  browserTest('a mail of the clinic', async () => {
    const rollcall = await bootWithShippedWords()
    const message = 'medical/appointment/en/email/notice'
    const words = { subject: '{clinic}: {when}', text: 'Good morning {contact}\n\nWe expect you {day} at {time}.' }
    expect((await rollcall.put(`/v1/templates/clinica-lisboa/${message}`, words)).statusCode).toBe(200)
    const { page } = await openTemplates(rollcall, message)
    await page.getByText(say.versions).click()
    await page.locator('.versions li').waitFor()
    await button(page, say.restore).click()
    await expectAccessible(page, 'templates-mail')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page, 'templates-mail-360')
  })
})
