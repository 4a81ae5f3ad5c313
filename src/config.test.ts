import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('nothing needs to be configured', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 8080, logLevel: 'info', rateLimit: 6000 })
})

test('every fault is told at once, none by its value', () => {
  const env = {
    DATABASE_URL: 'mysql://canary',
    PORT: 'canary',
    METRICS_PORT: '70000',
    PUBLIC_URL: 'ftp://canary',
    LOG_LEVEL: 'canary',
    RATE_LIMIT: '-1',
    SECRET_KEY: 'canary',
    SMTP_URL: 'http://canary',
    MAIL_FROM: 'canary',
    DELIVERY_HOURS: '0',
  }
  let message = ''
  try {
    readConfig(env)
  } catch (error) {
    message = (error as Error).message
  }
  for (const name of Object.keys(env)) expect(message).toContain(`${name} must be`)
  expect(message).not.toContain('canary')
})

test('mails need a sender', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM must be set when SMTP_URL is')
  expect(readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'clinic@example.org' }).mail).toEqual({
    url: 'smtp://mail.example',
    from: 'clinic@example.org',
  })
})

test('the public address loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://rollcall.example/clinic/' }).publicUrl).toBe(
    'https://rollcall.example/clinic',
  )
})
