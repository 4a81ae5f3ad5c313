// Compares the signatures of the webhooks in tests with those of the providers' own libraries: see test/providers.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { verifySignature } from '@vonage/jwt'
import twilio from 'twilio'
import { signTwilio } from '../test/providers/twilio.ts'
import { signVonage } from '../test/providers/vonage.ts'

const authToken = 'an auth token'
const url = 'https://clinic.example/sms/twilio?a=1&b=%C3%A7'
const params = {
  To: '+351912345678',
  Body: 'Não, às 9:30 & já 🙂',
  From: '+351300400500',
  body: 'x',
  ErrorCode: '30005',
}
const signature = signTwilio(authToken, url, params)
assert.equal(signature, twilio.getExpectedTwilioSignature(authToken, url, params))
assert(twilio.validateRequest(authToken, signature, url, params))
assert(!twilio.validateRequest(authToken, signature, url, { ...params, Body: 'Sim' }))
assert(!twilio.validateRequest(authToken, signature, `${url}&c=2`, params))

const body = JSON.stringify({ text: 'Não, às 9:30 🙂' })
const secret = 'a signature secret'
const token = signVonage(secret, 'a1b2c3d4', body)
assert(verifySignature(token, secret))
assert(!verifySignature(token, 'another secret'))
const claims = JSON.parse(String(Buffer.from(token.split('.')[1]!, 'base64url')))
assert.equal(claims.payload_hash, createHash('sha256').update(body).digest('hex'))
