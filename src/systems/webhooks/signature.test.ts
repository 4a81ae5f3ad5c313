import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createSecret } from '../../platform/keys/secret.ts'
import { systemClock } from '../../platform/time/instant.ts'
import { signed, signingSecret } from './signature.ts'

const key = { entityId: 'clinica-lisboa', id: 'w-1' }
const secretOf = (generation: number, of = key, base = 'k') => signingSecret(createSecret(base), of, generation)
const body = '{"sequence":7,"kind":"action"}'

describe('a signed request', () => {
  const [first, second] = [secretOf(1), secretOf(2)]
  const headers = signed([second, first], 'evt_1', systemClock.now(), body)

  test('is verified by each of its secrets', () => {
    for (const secret of [first, second]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  })

  test('is not verified by another secret, nor with another body, id or time', () => {
    const fails = (secret: string, text: string, changed: object) =>
      expect(() => new Webhook(secret).verify(text, { ...headers, ...changed })).toThrow()
    fails(secretOf(3), body, {})
    fails(first, `${body} `, {})
    fails(first, body, { 'webhook-id': 'evt_2' })
    fails(first, body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })
  })
})

test('the secret of a webhook differs by key, entity, webhook and generation', () => {
  const secrets = [
    ...[secretOf(1), secretOf(2), secretOf(1, key, 'other')],
    ...[secretOf(1, { ...key, id: 'w-2' }), secretOf(1, { ...key, entityId: 'clinica-porto' })],
  ]
  expect(new Set(secrets).size).toBe(secrets.length)
  // Standard Webhooks: between 24 and 64 bytes.
  for (const secret of secrets) expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(48)
})
