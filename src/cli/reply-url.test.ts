import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { temporaryFolder } from '../../test/rollcall.ts'

test('reply-url prints the URL to which a gateway sends replies', async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}` }
  expect((await runCommand(['reply-url'], env)).stderr).toContain('Set PUBLIC_URL')
  const { stdout } = await runCommand(['reply-url'], { ...env, PUBLIC_URL: 'https://clinic.example/notices' })
  expect(stdout).toMatch(/^https:\/\/clinic\.example\/notices\/sms\/replies\/[0-9A-Z]{26}\n$/)
})

test('reply-url names the channel of each URL if there are several', async () => {
  const env = {
    DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}`,
    PUBLIC_URL: 'https://clinic.example',
    WHATSAPP_URL: 'whatsapp://106540352242922:token@graph.facebook.com/v23.0',
    WHATSAPP_APP_SECRET: 'secret',
  }
  const whatsapp = 'https://clinic.example/whatsapp'
  expect((await runCommand(['reply-url'], env)).stdout).toBe(`${whatsapp}\n`)
  const SMS_URL = 'twilio://AC0123456789abcdef0123456789abcdef:token@api.twilio.com'
  const both = await runCommand(['reply-url'], { ...env, SMS_URL, SMS_FROM: '+351300400500' })
  expect(both.stdout).toBe(`texts: https://clinic.example/sms/twilio/replies\nWhatsApp messages: ${whatsapp}\n`)
})

test('bounce-urls prints the URL to which each mail provider posts bounces', async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}` }
  expect((await runCommand(['bounce-urls'], env)).stderr).toContain('Set PUBLIC_URL')
  const { stdout } = await runCommand(['bounce-urls'], { ...env, PUBLIC_URL: 'https://clinic.example' })
  const url = (provider: string) => `${provider}: https://clinic\\.example/mail/bounces/${provider}/[0-9A-Z]{26}\n`
  expect(stdout).toMatch(new RegExp(`^${['ses', 'mailgun', 'postmark'].map(url).join('')}$`))
})
