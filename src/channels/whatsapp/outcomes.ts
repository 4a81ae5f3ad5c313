import type { Outcome } from '../channel.ts'
import { outcomeOfStatus, type ProviderResponse } from '../provider-request.ts'

/** The reasons for which Meta does not bring a message to this contact, or not this message. */
const permanent: Record<number, string> = {
  130472: "the number is part of an experiment of Meta's",
  131021: 'the number is the sender itself',
  131026: 'the contact has no WhatsApp, or cannot get messages of this kind',
  131030: "the number is not in the test number's list of recipients",
  131045: 'the message was not brought: the sender is not registered',
  131047: 'more than 24 hours have passed since the last message of the contact',
  131049: 'Meta did not bring the message, so that the contact does not get too many',
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
  190: 'the access token has expired. Set one of a system user in WHATSAPP_URL',
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
/** Meta could not process the message, and did not send it. */
const unavailable = [131016]

interface MetaError {
  code: number
  title?: string | undefined
  message?: string | undefined
  error_data?: { details?: string | undefined } | undefined
  /** Meta's explanation for people, in the management of templates. */
  error_user_msg?: string | undefined
}

/** Says why Meta did not bring a message.
 *  @see https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
export function reasonOf({ code, title, message, error_data }: MetaError): string {
  const words = permanent[code] ?? forOperator[code] ?? error_data?.details ?? message ?? title ?? 'no reason'
  return `${words} (Meta: ${code})`
}

/** Returns the outcome of a message.
 *  @throws Error if a retry may succeed */
export function outcomeOf(response: ProviderResponse): Outcome {
  const { status, text } = response
  if (status >= 200 && status < 300) {
    const id = messageIdIn(text)
    return { outcome: 'accepted', ...(id !== undefined && { id }) }
  }
  const error = errorIn(text)
  const reason = error ? reasonOf(error) : `Meta: ${status}`
  if (error && permanent[error.code]) return { outcome: 'permanent', reason }
  if (error && busy.includes(error.code)) return outcomeOfStatus({ ...response, status: 429 }, reason)!
  const known = error && unavailable.includes(error.code) ? undefined : outcomeOfStatus(response, reason)
  if (known) return known
  throw new Error(reason)
}

export function errorIn(text: string): MetaError | undefined {
  const error = parsed(text)?.error
  return Number.isInteger(error?.code) ? error : undefined
}

const messageIdIn = (text: string): string | undefined => parsed(text)?.messages?.[0]?.id

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
