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

test('the public address loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://rollcall.example/clinic/' }).publicUrl).toBe(
    'https://rollcall.example/clinic',
  )
})
