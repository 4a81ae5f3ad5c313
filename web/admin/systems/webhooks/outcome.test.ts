import { expect, test } from 'vitest'
import { outcomeOfDisabled, textOfReason, textOfStatus } from './outcome.ts'

test('each status that is no success has a text', () => {
  expect([302, 400, 401, 404, 410, 429, 503].map(textOfStatus)).toEqual([
    ...['redirect', 'other', 'refused', 'unknown', 'gone', 'busy', 'broken'],
  ])
})

test('the reasons of the service and of Node have a text, and others have none', () => {
  expect(
    [
      'The URL must be an https: URL',
      'The address of the host must not be a private address, unless WEBHOOK_NETWORKS lists its network',
      'connect ECONNREFUSED 127.0.0.1:9',
      'getaddrinfo ENOTFOUND practice.example',
      'no response within 15 s',
      'the connection closed without a response',
      'self-signed certificate',
      'something else',
    ].map(textOfReason),
  ).toEqual(['https', 'private', 'nothing', 'noHost', 'slow', 'closed', 'certificate', undefined])
})

test('the reason of a disabled webhook has the outcome of its last attempt', () => {
  expect(outcomeOfDisabled('status 410')).toEqual({ status: 410 })
  expect(outcomeOfDisabled('10 attempts failed. The last one: status 503')).toEqual({ status: 503 })
  expect(outcomeOfDisabled('10 attempts failed. The last one: no response within 15 s')).toEqual({
    reason: 'no response within 15 s',
  })
})
