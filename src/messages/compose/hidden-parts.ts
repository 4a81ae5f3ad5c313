import { type ChannelName, findChannel } from '../../channels/registry.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import type { Config } from '../../platform/config/config.ts'
import { issuedCharacters } from '../check-in/token-spelling.ts'
import { answerLinkLength } from '../delivery/answer-link.ts'
import type { Parts } from './write-message.ts'

/** The link of a message that staff see: as long as the contact's, with asterisks, so that nobody can answer as the contact. */
export const hiddenLink = (origin: string, entityId: string) =>
  `${origin}/a/${entityId}.${'*'.repeat(answerLinkLength)}`

/** The parts of a message that staff see. The check-in token consists of asterisks. */
export const hiddenParts = (servers: Config['servers'], channel: ChannelName): Parts => ({
  takesReplies: findChannel(channel).takesReplies(servers[channel]),
  calendar: async () => undefined,
  async checkin() {
    const checkinToken = '*'.repeat(issuedCharacters)
    return { checkinToken, qrCode: await qrCodePng(checkinToken) }
  },
  // No template has words of staff.
  staffWords: async () => '',
})
