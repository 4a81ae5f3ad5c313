import { expect, onTestFinished } from 'vitest'
import { type MetaMessage, startMeta } from './meta.ts'
import type { Answer, Violation } from './provider.ts'
import { startTwilio, type TwilioMessage } from './twilio.ts'
import { startVonage, type VonageMessage } from './vonage.ts'

/** Starts a server that behaves as Twilio. When the test ends, requests that broke Twilio's contract fail it. */
export const twilioServer = (answer?: Answer<TwilioMessage>) => untilTestEnds(startTwilio(answer))

/** Starts a server that behaves as Vonage. */
export const vonageServer = (answer?: Answer<VonageMessage>) => untilTestEnds(startVonage(answer))

/** Starts a server that behaves as Meta's Cloud API. */
export const metaServer = (answer?: Answer<MetaMessage>) => untilTestEnds(startMeta(answer))

async function untilTestEnds<Server extends { violations: Violation[]; close(): Promise<void> }>(
  starting: Promise<Server>,
): Promise<Server> {
  const server = await starting
  onTestFinished(async () => {
    await server.close()
    expect(server.violations, "requests that break the provider's contract").toEqual([])
  })
  return server
}
