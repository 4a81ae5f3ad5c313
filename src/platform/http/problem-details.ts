import { type TSchema, Type } from 'typebox'
import { Problem, type ProblemMembers } from '../errors/errors.ts'
import { type ProblemCode, problemKinds } from '../errors/problem-kinds.ts'

const codes = Object.keys(problemKinds) as ProblemCode[]

const Fault = Type.Object({
  parameter: Type.String({ description: 'The place of the fault: a name or a JSON pointer.' }),
  reason: Type.String({ description: 'The rule that the value breaks.' }),
})

const instant = (description: string) => Type.String({ description: `${description} In UTC.` })

/** The additional members of some problems. */
const members = {
  errors: Type.Array(Fault, {
    description:
      'The faults of the request, at most 100. `parameter` names a parameter or a header, or is a JSON pointer into the body; `*` stands for an unknown parameter.',
  }),
  reason: Type.String({
    description:
      '`checkin-revoked`: why the check-in token was revoked. The visit was `cancelled`, or the contact asked for `another-time`; the clinic has `moved` it, or another notification has `superseded` it. `invalid-token`: the access token is `mistyped` (wrong checksum), `unknown`, `expired` or `revoked`.',
  }),
  notification_id: Type.String({
    description:
      '`checkin-revoked`, `checkin-expired`: the notification of the check-in token, for credentials with the scope `checkin:read`.',
  }),
  scope: Type.String({ description: '`insufficient-scope`: the scope that the operation needs.' }),
  arrived_at: instant('`already-arrived`: when the arrival was marked.'),
  window_opens_at: instant('`too-early`: when the arrival can first be marked.'),
  window_closed_at: instant('`too-late`: when the time to mark the arrival ended.'),
} satisfies Record<keyof ProblemMembers, TSchema>

/** RFC 9457 problem details. */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The address of the page about this problem.' }),
    title: Type.String({ description: 'The problem in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
    detail: Type.String({ description: 'What the client can do about it.' }),
    code: Type.Enum(codes, { description: 'The name of the problem. It is stable: branch on it.' }),
    instance: Type.String({ format: 'uri', description: '`urn:uuid:` and the request id.' }),
    ...Type.Partial(Type.Object(members)).properties,
  },
  { $id: 'ProblemDetails', description: 'Problem details (RFC 9457).' },
)

const fault = (parameter: string, reason: string): ProblemMembers => ({ errors: [{ parameter, reason }] })

const examples: Partial<Record<ProblemCode, ProblemMembers>> = {
  'invalid-date': fault('start_date', 'format'),
  'reversed-range': fault('end_date', 'before-start'),
  'invalid-parameter': fault('limit', 'format'),
  'invalid-body': fault('/notifications/0/contact/name', 'is missing'),
  'invalid-token': { reason: 'expired' },
  'insufficient-scope': { scope: 'actions:read' },
  'checkin-expired': { notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15' },
  'checkin-revoked': { reason: 'cancelled', notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15' },
  'already-arrived': { arrived_at: '2026-03-30T08:21:07.104233+00:00' },
  'too-early': { window_opens_at: '2026-03-30T07:30:00.000000+00:00' },
  'too-late': { window_closed_at: '2026-03-30T10:30:00.000000+00:00' },
}

const bodyOf = (code: ProblemCode) =>
  new Problem(code, examples[code]).details('https://rollcall.invalid', '019d2f4e-53a0-7c1b-b0de-5f6a1e2c3d4f')

// Causes of these are methods outside the document, callbacks of providers, and the pages of the sign-in, which the document does
// not list.
const undocumented: ProblemCode[] = [
  ...(['method-not-allowed', 'unverified-callback'] as const),
  ...(['invitation-over', 'not-signed-in', 'sign-in-again', 'last-passkey'] as const),
]

/** An example of the response of each problem that an operation refers to. */
export const problemExamples = Object.fromEntries(
  codes.filter((code) => !undocumented.includes(code)).map((code) => [code, { value: bodyOf(code) }]),
)
