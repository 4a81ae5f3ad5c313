import type { IncomingResponse } from '../../../platform/outgoing/request.ts'
import type { Message, Outcome, Sender } from '../../channel.ts'
import { jsonIn, outcomeOfStatus, sendOnce } from '../../provider-request.ts'
import { readProviderUrl } from '../../provider-url.ts'
import type { TextServer } from '../provider.ts'
import { refused } from './account.ts'
import { statusPath } from './callbacks.ts'
import { codeOf, codes } from './codes.ts'
import { referenceTo } from './reference.ts'

/** Sends each text as a message. Vonage splits it into segments, and detects no duplicates. */
export function vonageSender({ url, from }: TextServer, origin: () => string): Sender {
  const { api, basic } = readProviderUrl(url)
  const bodyOf = ({ id, entityId, uid, text }: Message) => ({
    message_type: 'text',
    channel: 'sms',
    to: digits(uid),
    from: digits(from!),
    text,
    client_ref: referenceTo({ entity_id: entityId, delivery_id: id }),
    webhook_url: origin() + statusPath,
    webhook_version: 'v1',
  })
  return {
    send: (message) =>
      sendOnce(
        {
          method: 'POST',
          url: `${api}/v1/messages`,
          headers: { ...basic, 'Content-Type': 'application/json' },
          body: JSON.stringify(bodyOf(message)),
        },
        outcomeOf,
      ),
    close() {},
  }
}

/** Vonage takes numbers without a plus sign. */
const digits = (number: string) => number.replace(/^\+/, '')

/** RFC 9457. https://developer.vonage.com/en/api-errors */
interface VonageError {
  type?: string
  title?: string
  detail?: string
  invalid_parameters?: { name: string }[]
}

/** @throws Error if the text was not sent, and a retry may succeed */
function outcomeOf(response: IncomingResponse): Outcome {
  const { status, text } = response
  if (status >= 200 && status < 300)
    return { outcome: 'accepted', id: jsonIn<{ message_uuid: string }>(text).message_uuid }
  if (status === 401) throw new Error(refused)
  if (status === 402) throw new Error(codes.reasonOf(1070))
  const error = jsonIn<VonageError>(text)
  const reason = `Vonage responds with ${[status, error.title, error.detail].filter(Boolean).join(': ')}`
  const invalid = error.invalid_parameters?.map(({ name }) => name) ?? []
  const outcome =
    outcomeOfStatus(response, reason) ??
    (invalid.includes('from') ? codes.outcomeOf(1420) : undefined) ??
    (invalid.includes('to') ? codes.outcomeOf(1430) : undefined) ??
    codes.outcomeOf(codeOf(error))
  if (outcome) return outcome
  // 400 and 422 reject this message.
  if (status === 400 || status === 422) return { outcome: 'permanent', reason }
  throw new Error(reason)
}
