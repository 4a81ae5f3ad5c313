import type { Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { asksForAnswer } from '../../messages/delivery/kind.ts'
import { isUnanswered } from '../../notifications/lifecycle/transitions.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { latestMessage } from './latest-message.ts'
import { type Notice, offers } from './notices.ts'

// With any skin tone. People repeat it.
const thumbs = /^(?:(?:👍\p{Emoji_Modifier}?|✅)\s*){1,3}$/u
// Variation selectors, and the zero-width spaces that telephones put around an emoji.
const invisible = /[\p{Cf}\p{Mn}]/gu

/** Whether the text is only a thumb or a check mark. It says yes to the latest message, which may not ask for an answer. */
export const isThumb = (text: string) => thumbs.test(text.replaceAll(invisible, '').trim())

/** Returns the unanswered notice to which a thumb says yes. A reaction names its message by the provider's id. Otherwise, it is the
 *  only unanswered notice, if the latest message asks for an answer. */
export async function noticeOfThumb(
  trx: Transaction<Schema>,
  entityIds: string[],
  address: Address,
  possible: Notice[],
  reactedTo: string | undefined,
): Promise<Notice | undefined> {
  const message = await latestMessage(trx, entityIds, address)
    .$if(reactedTo !== undefined, (some) => some.where('provider_id', '=', reactedTo!))
    .executeTakeFirst()
  const open = possible.filter(({ state }) => isUnanswered(state))
  if (!message || !asksForAnswer(message.kind) || (reactedTo === undefined && open.length > 1)) return undefined
  return open.find((one) => one.notification.id === message.notification_id && offers(one, 'confirm'))
}
