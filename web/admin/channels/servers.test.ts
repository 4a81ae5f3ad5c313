import { expect, test } from 'vitest'
import { changed, settingsOf, valuesOf } from './servers.ts'

test('the fields of a form become settings, with any characters in a password', () => {
  const password = 'a/b:c@d?#%+é'
  const mail = { host: ' mail.example.org ', port: '587', security: 'none', user: 'a@b.org', password, from: 'a@b.org' }
  expect(settingsOf('mail', { ...mail, publicUrl: 'https://rollcall.example' })).toEqual({
    SMTP_URL: `smtp://a%40b.org:${encodeURIComponent(password)}@mail.example.org:587`,
    MAIL_FROM: 'a@b.org',
    PUBLIC_URL: 'https://rollcall.example',
  })
  expect(decodeURIComponent(new URL(settingsOf('mail', mail).SMTP_URL!).password)).toBe(password)
  expect(settingsOf('gateway', { url: 'https://gateway.example/send', authorization: 'Bearer x' })).toEqual({
    SMS_URL: 'https://gateway.example/send',
    SMS_HEADERS: '{"Authorization":"Bearer x"}',
  })
  expect(settingsOf('smpp', { host: 'smsc.example', security: 'tls', user: 'clinic', password: 'x' })).toEqual({
    SMS_URL: 'smpps://clinic:x@smsc.example',
  })
})

test('the port of a mail server follows its encryption, unless somebody has typed another one', () => {
  expect(changed('mail', { security: 'tls', port: '465' }, { security: 'none' })).toMatchObject({ port: '587' })
  expect(changed('mail', { security: 'tls', port: '2525' }, { security: 'none' })).toMatchObject({ port: '2525' })
})

test('the form begins with the present server, without its password', () => {
  const server = { scheme: 'smpp', host: '[::1]:2775', user: 'clinic', from: '12345' }
  const channel = { channel: 'mobile', source: 'stored', variable: 'SMS_URL', state: 'unused', server } as const
  expect(valuesOf({ ...channel, public_url: 'https://rollcall.example', public_url_in_environment: true })).toEqual({
    kind: 'smpp',
    values: { host: '[::1]', port: '2775', security: 'none', user: 'clinic', account: 'clinic', from: '12345' },
  })
})
