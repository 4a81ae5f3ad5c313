import { hostname } from 'node:os'
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
    PLAINTEXT_NETWORKS: 'canary',
    SMS_URL: 'canary',
    SMS_FROM: 'canary canary',
    SMS_HEADERS: '{"Authorization":"canary\\n"',
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

test('mails come from an address of this machine unless another is given', () => {
  const url = 'smtp://mail.example'
  expect(readConfig({ SMTP_URL: url }).mail).toEqual({ url, from: `rollcall@${hostname()}` })
  const from = 'clinic@example.org'
  expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from })
})

test('texts go to a message centre or a gateway, and over the open net only by TLS', () => {
  const urls = {
    taken: [
      ...['smpp://id:secret@centre.example:2775', 'smpps://centre.example', 'https://gateway.example/texts?account=7'],
      ...['http://127.0.0.1:8080', 'http://localhost', 'http://127.9.9.9/sms', 'http://[::1]:9'],
    ],
    refused: [
      'http://gateway.example',
      'http://8.8.8.8',
      'http://10.1.2.3/sms',
      'http://127.0.0.1.evil.example',
      'tcp://x',
      'smpp:',
      'https:',
    ],
  }
  for (const SMS_URL of urls.taken) expect(readConfig({ SMS_URL, SMS_FROM: '+351300400500' }).sms?.url).toBe(SMS_URL)
  for (const SMS_URL of urls.refused) expect(() => readConfig({ SMS_URL })).toThrow('SMS_URL must be')
  for (const SMS_FROM of ['+351300400500', '12345', 'Clinica']) expect(readConfig({ SMS_FROM }).sms).toBeUndefined()
  for (const SMS_HEADERS of ['[]', '{"A":1}', '{"A b":"c"}', '{"A":"b\\r\\nC: d"}', 'null', '3']) {
    expect(() => readConfig({ SMS_HEADERS })).toThrow('SMS_HEADERS must be')
  }
})

test('a gateway gets texts over http in the listed networks alone', () => {
  const listed = { PLAINTEXT_NETWORKS: '10.1.0.0/16, fd00::/8' }
  for (const SMS_URL of ['http://10.1.2.3/sms', 'http://[fd00::7]', 'http://[::ffff:10.1.2.3]', 'http://127.0.0.1']) {
    expect(readConfig({ ...listed, SMS_URL }).sms?.url).toBe(SMS_URL)
  }
  for (const SMS_URL of ['http://10.2.2.3', 'http://[fe80::7]', 'http://gateway.example']) {
    expect(() => readConfig({ ...listed, SMS_URL })).toThrow('PLAINTEXT_NETWORKS')
  }
})

test('networks are written in CIDR notation', () => {
  for (const PLAINTEXT_NETWORKS of ['10.0.0.0', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '::/129', '10.0.0.0/8;::/0']) {
    expect(() => readConfig({ PLAINTEXT_NETWORKS })).toThrow('PLAINTEXT_NETWORKS must be networks in CIDR notation')
  }
})

test('the public address loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://rollcall.example/clinic/' }).publicUrl).toBe(
    'https://rollcall.example/clinic',
  )
})
