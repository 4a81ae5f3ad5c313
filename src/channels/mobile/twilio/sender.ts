import type { IncomingResponse } from '../../../platform/outgoing/request.ts'
import type { Message, Outcome, Sender } from '../../channel.ts'
import { jsonIn, outcomeOfStatus, sendOnce } from '../../provider-request.ts'
import type { TextServer } from '../provider.ts'
import { accountOf } from './account.ts'
import { statusPath } from './callbacks.ts'
import { codes } from './codes.ts'

/** Sends each text as a message of the account. Twilio splits it into segments, and detects no duplicates. */
export function twilioSender(server: TextServer, origin: () => string): Sender {
  const { accountUrl, headers } = accountOf(server)
  const formOf = ({ id, entityId, uid, text }: Message) => ({
    ...senderOf(server.from!),
    To: uid,
    Body: text,
    StatusCallback: origin() + statusPath({ entity_id: entityId, delivery_id: id }),
  })
  return {
    send: (message) =>
      sendOnce(
        {
          method: 'POST',
          url: `${accountUrl}/Messages.json`,
          headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(formOf(message)).toString(),
        },
        outcomeOf,
      ),
    close() {},
  }
}

// Twilio takes numbers in E.164. A short code has at most eight digits.
const senderOf = (from: string): Record<string, string> =>
  /^MG[0-9a-fA-F]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from.replace(/^(?=\d{9,}$)/, '+') }

/** https://www.twilio.com/docs/usage/twilios-response */
interface TwilioError {
  code: number
  message: string
}

/** @throws Error if the text was not sent, and a retry may succeed */
function outcomeOf(response: IncomingResponse): Outcome {
  const { status, text } = response
  if (status >= 200 && status < 300) return { outcome: 'accepted', id: jsonIn<{ sid: string }>(text).sid }
  const { code = 0, message = '' } = jsonIn<TwilioError>(text)
  const reason = `Twilio responds with ${status}: ${message} (Twilio ${code})`
  const outcome = outcomeOfStatus(response, reason) ?? codes.outcomeOf(code)
  if (outcome) return outcome
  // 400 rejects this message.
  if (status === 400) return { outcome: 'permanent', reason }
  throw new Error(reason)
}
