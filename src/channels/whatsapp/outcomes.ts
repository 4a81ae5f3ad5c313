import type { IncomingResponse } from '../../platform/outgoing/request.ts'
import type { Outcome } from '../channel.ts'
import { codeTable } from '../code-table.ts'
import type { Receipt } from '../incoming.ts'
import { jsonIn, outcomeOfStatus } from '../provider-request.ts'

const manager = 'See the WhatsApp Manager'
const permission = 'Give it the permission whatsapp_business_messaging'
const registration = 'Register it: rollcall whatsapp templates'

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const codes = codeTable('Meta', {
  130472: ['none', "the number is part of an experiment of Meta's"],
  131021: ['none', 'the number is the sender itself'],
  131026: ['none', 'the contact has no WhatsApp, or cannot get messages of this kind'],
  131030: ['none', "the number is not in the test number's list of recipients"],
  131045: ['none', 'the message was not delivered: the sender is not registered'],
  131047: ['none', 'more than 24 hours have passed since the last message of the contact'],
  131049: ['none', 'Meta did not deliver the message: it limits how many a contact gets'],
  131050: ['none', 'the contact has stopped messages of this sender'],
  131051: ['none', 'Meta does not support this type of message'],
  131052: ['none', 'Meta cannot read the picture'],
  131053: ['none', 'Meta cannot read the picture'],
  131008: ['none', 'Meta refuses the message as invalid'],
  131009: ['none', 'Meta refuses the message as invalid'],
  132005: ['none', 'the message is too long with its values'],
  130497: ['none', "Meta delivers none of the clinic's messages to the country of this number"],

  0: ['operator', 'Meta refuses the access token', 'Set a valid one in WHATSAPP_URL'],
  3: ['operator', 'the access token may not send messages', permission],
  10: ['operator', 'the access token may not send messages', permission],
  190: ['operator', 'the access token is not valid or has expired', 'Set one of a system user in WHATSAPP_URL'],
  368: ['operator', 'Meta has blocked the account because of its rules', manager],
  131031: ['operator', 'Meta has locked the account', manager],
  131042: ['operator', 'the account lacks a valid way to pay', manager],
  132000: ['operator', 'the template has other values than the approved one', registration],
  132001: ['operator', 'the template is not registered in this language, or not approved', registration],
  132012: ['operator', 'the template has other values than the approved one', registration],
  132015: ['operator', 'Meta has paused the template because of complaints', manager],
  132016: ['operator', 'Meta has disabled the template because of complaints', manager],
  133010: ['operator', 'the telephone number is not registered', manager],

  4: ['time', 'too many requests in a short time'],
  80007: ['time', 'too many requests in a short time'],
  130429: ['time', 'too many messages in a short time'],
  131048: ['time', 'Meta limits the sender because of complaints'],
  131057: ['time', 'Meta is changing the account'],

  131000: ['retry', 'Meta could not process the message'],
  131016: ['retry', 'Meta could not process the message'],
  131056: ['retry', 'too many messages to this contact in a short time'],
})

const tooManyToContact = 131056
const tooManyToContactMs = 60_000

interface MetaError {
  code: number
  title?: string | undefined
  message?: string | undefined
  error_data?: { details?: string | undefined } | undefined
  /** Meta's explanation for people, in the management of templates. */
  error_user_msg?: string | undefined
}

/** Says why Meta did not deliver a message. */
export const reasonOf = (error: MetaError): string => codes.reasonOf(error.code, wordsOf(error))

const wordsOf = ({ title, message, error_data }: MetaError) => error_data?.details ?? message ?? title

/** Returns the receipt of a message that Meta did not deliver.
 *  @param id of the message */
export const receiptOf = (error: MetaError | undefined, id: string): Receipt =>
  error ? codes.receiptOf(error.code, id, wordsOf(error)) : { outcome: 'failed' }

/** Returns the outcome of a message.
 *  @throws Error if a retry may succeed */
export function outcomeOf(response: IncomingResponse): Outcome {
  const { status, text } = response
  if (status >= 200 && status < 300)
    return { outcome: 'accepted', id: jsonIn<{ messages: { id: string }[] }>(text).messages?.[0]?.id }
  const error = errorIn(text)
  if (!error) return outcomeOfStatus(response, `Meta responds with ${status}`) ?? fail(`Meta responds with ${status}`)
  const { code } = error
  const [remedy, reason] = [codes.remedyOf(code), reasonOf(error)]
  if (remedy === 'none') return { outcome: 'permanent', reason }
  if (code === tooManyToContact) return { outcome: 'later', reason, afterMs: tooManyToContactMs, ofAddress: true }
  // Meta limits with several statuses.
  return outcomeOfStatus(remedy === 'time' ? { ...response, status: 429 } : response, reason) ?? fail(reason)
}

function fail(reason: string): never {
  throw new Error(reason)
}

export function errorIn(text: string): MetaError | undefined {
  const { error } = jsonIn<{ error: MetaError }>(text)
  return Number.isInteger(error?.code) ? error : undefined
}
