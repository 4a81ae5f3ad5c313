import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type BounceReport, bounceOf, type ProviderVerdict } from './bounce.ts'

/** Reads the body that a provider posts. Returns undefined if it reports no final failure. */
export type ReadBody = (body: unknown) => BounceReport | undefined

const reader =
  <Body extends TSchema>(schema: Body, read: (body: Static<Body>) => BounceReport): ReadBody =>
  (body) =>
    Value.Check(schema, body) ? read(body as Static<Body>) : undefined

/** Returns the first text. Providers leave fields out, or send null. */
const firstText = (...values: unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && value !== '')
const anything = Type.Optional(Type.Unknown())

/** Returns the words of a name such as `MailboxFull`, for a provider that adds no text. */
const inWords = (name: unknown) => firstText(name)?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')

const sesVerdicts = { Permanent: 'address', Transient: 'other', Undetermined: 'other' } as const satisfies Record<
  string,
  ProviderVerdict
>

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html. `mail.headers` has the original Message-ID. Automatic
 *  replies are transient, too, but only a server's report has an action. */
export const readSes = reader(
  Type.Object({
    mail: Type.Unknown(),
    bounce: Type.Object({
      bounceType: Type.Enum(Object.keys(sesVerdicts) as (keyof typeof sesVerdicts)[]),
      bounceSubType: anything,
      bouncedRecipients: Type.Array(
        Type.Object({ emailAddress: Type.String(), action: anything, status: anything, diagnosticCode: anything }),
        { maxItems: 100 },
      ),
    }),
  }),
  ({ mail, bounce: { bounceType, bounceSubType, bouncedRecipients } }) => ({
    referenceText: JSON.stringify(mail),
    bounces: bouncedRecipients
      .filter(({ action }) => bounceType === 'Permanent' || action === 'failed')
      .map(({ emailAddress, status, diagnosticCode }) =>
        bounceOf(
          emailAddress,
          firstText(status),
          firstText(diagnosticCode, inWords(bounceSubType)),
          sesVerdicts[bounceType],
        ),
      ),
  }),
)

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads. A failure is also permanent if Mailgun
 *  has given up, with the reason `old`. */
export const readMailgun = reader(
  Type.Object({
    'event-data': Type.Object({
      event: Type.Literal('failed'),
      severity: Type.Literal('permanent'),
      reason: anything,
      recipient: Type.String(),
      message: Type.Unknown(),
      'delivery-status': Type.Optional(
        Type.Object({ message: anything, description: anything, 'enhanced-code': anything }),
      ),
    }),
  }),
  ({ 'event-data': { reason, recipient, message, 'delivery-status': status = {} } }) => ({
    referenceText: JSON.stringify(message),
    bounces: [
      bounceOf(
        recipient,
        firstText(status['enhanced-code']),
        firstText(status.message, status.description),
        reason === 'bounce' || reason === 'suppress-bounce' ? 'address' : 'unknown',
      ),
    ],
  }),
)

/** The types of Postmark's bounces that are final. `Transient` is a delay. The types that are missing here report no final failure. */
const postmarkVerdicts = {
  HardBounce: 'address',
  BadEmailAddress: 'address',
  SoftBounce: 'other',
  Blocked: 'other',
  SpamNotification: 'other',
  VirusNotification: 'other',
  DMARCPolicy: 'other',
  DnsError: 'other',
} as const satisfies Record<string, ProviderVerdict>

/** https://postmarkapp.com/developer/webhooks/bounce-webhook. `Metadata` has the headers `X-PM-Metadata-…` of the mail. */
export const readPostmark = reader(
  Type.Object({
    Type: Type.Enum(Object.keys(postmarkVerdicts) as (keyof typeof postmarkVerdicts)[]),
    Email: Type.String(),
    Metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    Details: anything,
    Description: anything,
  }),
  ({ Type: type, Email, Metadata = {}, Details, Description }) => ({
    referenceText: referenceIn(Metadata),
    bounces: [bounceOf(Email, undefined, firstText(Details, Description, inWords(type)), postmarkVerdicts[type])],
  }),
)

/** Returns the headers of a mail that Postmark returns. A value has at most 80 characters, so the reference is in two. */
export function postmarkHeaders(reference: string): Record<string, string> {
  const [, entity, delivery] = /^(.*)\.([^.]+\.[^.]+)$/.exec(reference)!
  return { 'X-PM-Metadata-rollcall-entity': entity!, 'X-PM-Metadata-rollcall-delivery': delivery! }
}

function referenceIn(metadata: Record<string, unknown>): string {
  const values = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value]))
  return `${values['rollcall-entity']}.${values['rollcall-delivery']}`
}
