import type { Outcome, Receipt } from '../channel.ts'
import { jsonIn, outcomeOfStatus, type ProviderResponse } from '../provider-request.ts'

/** The reasons why Meta delivers no message to this contact, or does not deliver this message. */
const permanent: Record<number, string> = {
  130472: "the number is part of an experiment of Meta's",
  131021: 'the number is the sender itself',
  131026: 'the contact has no WhatsApp, or cannot get messages of this kind',
  131030: "the number is not in the test number's list of recipients",
  131045: 'the message was not delivered: the sender is not registered',
  131047: 'more than 24 hours have passed since the last message of the contact',
  131049: 'Meta did not deliver the message: it limits how many a contact gets',
  131050: 'the contact has stopped messages of this sender',
  131051: 'Meta does not support this type of message',
  131052: 'Meta cannot read the picture',
  131053: 'Meta cannot read the picture',
}

/** The refusals that the operator can resolve. The delivery is retried. */
const forOperator: Record<number, string> = {
  0: 'Meta refuses the access token. Set a valid one in WHATSAPP_URL',
  3: 'the access token may not send messages. Give it the permission whatsapp_business_messaging',
  10: 'the access token may not send messages. Give it the permission whatsapp_business_messaging',
  190: 'the access token is not valid or has expired. Set one of a system user in WHATSAPP_URL',
  368: 'Meta has blocked the account because of its rules. See the WhatsApp Manager',
  131031: 'Meta has locked the account. See the WhatsApp Manager',
  131042: 'the account lacks a valid way to pay. See the WhatsApp Manager',
  132000: 'the template has other values than the approved one. Register it: rollcall whatsapp templates',
  132001: 'the template is not registered in this language, or not approved: rollcall whatsapp templates',
  132012: 'the template has other values than the approved one. Register it: rollcall whatsapp templates',
  132015: 'Meta has paused the template because of complaints. See the WhatsApp Manager',
  132016: 'Meta has disabled the template because of complaints. See the WhatsApp Manager',
  133010: 'the telephone number is not registered. See the WhatsApp Manager',
}

/** The limits of the account, after which Meta takes messages again. */
const busy = [4, 80007, 130429, 131048, 131057]
/** The limit of messages to one contact. */
const busyContact = 131056
const busyContactMs = 60_000
/** Meta could not process the message: an error of its own, or of its services. */
const unavailable = [131000, 131016]

interface MetaError {
  code: number
  title?: string | undefined
  message?: string | undefined
  error_data?: { details?: string | undefined } | undefined
  /** Meta's explanation for people, in the management of templates. */
  error_user_msg?: string | undefined
}

/** Says why Meta did not deliver a message.
 *  @see https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
export function reasonOf({ code, title, message, error_data }: MetaError): string {
  const words = permanent[code] ?? forOperator[code] ?? error_data?.details ?? message ?? title ?? 'no reason'
  return `${words} (Meta: ${code})`
}

/** Returns the receipt of a message that Meta did not deliver.
 *  @param id of the message */
export function receiptOf(error: MetaError | undefined, id: string): Receipt {
  if (!error) return { outcome: 'failed' }
  const { code } = error
  const reason = reasonOf(error)
  const isRetried = code in forOperator || [...busy, busyContact, ...unavailable].includes(code)
  return isRetried ? { outcome: 'returned', id, reason } : { outcome: 'failed', reason }
}

/** Returns the outcome of a message.
 *  @throws Error if a retry may succeed */
export function outcomeOf(response: ProviderResponse): Outcome {
  const { status, text } = response
  if (status >= 200 && status < 300)
    return { outcome: 'accepted', id: jsonIn<{ messages: { id: string }[] }>(text).messages?.[0]?.id }
  const error = errorIn(text)
  const reason = error ? reasonOf(error) : `Meta: ${status}`
  const { code = Number.NaN } = error ?? {}
  if (code in permanent) return { outcome: 'permanent', reason }
  if (code === busyContact) return { outcome: 'later', reason, afterMs: busyContactMs, ofAddress: true }
  const outcome = outcomeOfStatus(busy.includes(code) ? { ...response, status: 429 } : response, reason)
  if (outcome) return outcome
  throw new Error(reason)
}

export function errorIn(text: string): MetaError | undefined {
  const { error } = jsonIn<{ error: MetaError }>(text)
  return Number.isInteger(error?.code) ? error : undefined
}
