import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import type { Feature, RouteContext } from '../../../platform/http/feature.ts'
import { declareRoutesPublic } from '../../../platform/http/public-routes.ts'
import type { Secret } from '../../../platform/keys/secret.ts'
import type { Incoming } from '../../incoming.ts'
import { requires } from '../../secret-path.ts'
import type { BounceReport } from './bounce.ts'
import { type ReadBody, readMailgun, readPostmark, readSes } from './providers.ts'
import { findReference } from './reference.ts'
import { confirmSubscription, messageOf } from './sns.ts'

const longKey = 26

const providers = { ses: readSes, mailgun: readMailgun, postmark: readPostmark } satisfies Record<string, ReadBody>

const maxBytes: Record<keyof typeof providers, number> = {
  // The maximum of Amazon SNS. SES returns 10 KB of headers, and the responses of servers, in JSON inside JSON.
  // https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
  ses: 256 * 1024,
  // An event has the headers and the response of the server, and no content.
  mailgun: 64 * 1024,
  // A webhook with the option "include bounce content" has the whole returned mail, as in `mailbox.ts`.
  postmark: 512 * 1024,
}

/** The path where a provider posts bounces. The path is secret: only the provider receives it. */
const bouncePath = (secret: Secret, provider: string) =>
  `/mail/bounces/${provider}/${secret.derive(longKey, 'mail-bounces', provider)}`

export const bouncePaths = (secret: Secret): Record<string, string> =>
  Object.fromEntries(Object.keys(providers).map((provider) => [provider, bouncePath(secret, provider)]))

// The formats are the providers'. Their texts may contain anything.
const AnyReport = Type.Object({}, { anyText: true })

interface BounceContext {
  secret: Secret
  log: FastifyBaseLogger
}

/** Records the bounces of a report. Returns whether it names a delivery. */
export async function takeReport(
  { secret, log }: BounceContext,
  { bounced }: Pick<Incoming, 'bounced'>,
  { referenceText, bounces }: BounceReport,
): Promise<boolean> {
  const delivery = findReference(secret, referenceText)
  if (!delivery) {
    log.warn('Received a bounce of an unknown mail')
    return false
  }
  for (const bounce of bounces) await bounced(delivery, bounce)
  return true
}

/** The routes where providers post bounces. Each reply is 200: some providers repeat the request after any other. */
export const bounceRoutes =
  (incomingOf: (context: RouteContext) => Incoming): Feature =>
  (app, context) => {
    const incoming = incomingOf(context)
    app.register(async (posts) => {
      declareRoutesPublic(posts, { budget: 'callbacks', personal: 'contact' })
      // Amazon SNS posts JSON as text/plain.
      posts.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
      for (const [provider, read] of Object.entries(providers))
        posts.post(
          `/mail/bounces/${provider}/:key`,
          {
            bodyLimit: maxBytes[provider as keyof typeof providers],
            schema: { hide: true, body: AnyReport },
            onRequest: requires(() => bouncePath(context.secret, provider)),
          },
          async ({ body }) => {
            await confirmSubscription(body, context.log)
            const report = read(messageOf(body))
            if (report) await takeReport(context, incoming, report)
            return {}
          },
        )
    })
  }
