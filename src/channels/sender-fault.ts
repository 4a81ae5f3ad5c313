/** Why servers refuse the service's messages to any recipient. Only the operator can help. */
export const senderFaults = [
  // The sending server or domain is on a blocklist, or has a bad reputation.
  'blocklist',
  // SPF, DKIM, DMARC, reverse DNS.
  'authentication',
  'content',
  'size',
  // Too many messages in a time, or greylisting.
  'limit',
  'loop',
  // The receiving server did not answer until the sending one gave up.
  'unreachable',
  // Any other refusal of the sender, such as that of a relay.
  'sender',
] as const
export type SenderFault = (typeof senderFaults)[number]
