import type { FastifyRequest } from 'fastify'
import { type Answer, maxWishLength } from '../../notifications/lifecycle/answer.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { type Instant, parseInstant } from '../../platform/time/instant.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'

// The form of RFC 8058 has one short field. 300 parts in 16 KiB take 200 ms.
const maxMultipartBytes = 1024

/** Parses a form as mail programs may send it (RFC 8058, section 3.2).
 *  @throws Problem invalid-request, body-too-large */
export async function parseMultipart(body: Buffer, contentType: string): Promise<URLSearchParams> {
  if (body.length > maxMultipartBytes) throw new Problem('body-too-large')
  const response = new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } })
  const form = await response.formData().catch((error) => {
    throw new Problem('invalid-request', {}, {}, error)
  })
  return new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** Returns the form of a request; an empty one when its body is not a form. */
export const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())

/** The secret that proves that a form comes from the page of the link. */
export const nonceOf = (secret: Secret, linkSecret: string) => secret.derive(20, 'answer-nonce', linkSecret)

/** Whether the form lacks the page's nonce, or the browser reports a cross-site request. `Origin` is unsuitable: without a
 *  referrer, browsers send `null`. */
export function isForged({ headers }: FastifyRequest, form: URLSearchParams, nonce: string): boolean {
  const site = headers['sec-fetch-site']
  const isFromOtherSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  return isFromOtherSite || form.get('nonce') !== nonce
}

/** Returns the answer of a form, or undefined if it is invalid. */
export function readAnswer(form: URLSearchParams): Pick<Answer, 'action' | 'wish' | 'slot'> | undefined {
  const action = form.get('answer')
  // Browsers send a line break as two characters, but count it as one towards maxlength.
  const wish = cleanText(form.get('wish') ?? '').trim()
  if (!isAnswerName(action) || wish.length > maxWishLength) return undefined
  if (action !== 'reschedule') return { action }
  const slot = readSlot(form)
  return slot === 'malformed' ? undefined : { action, wish: wish || undefined, slot }
}

/** Returns the offered time that the contact takes; null: none of them; undefined: the form offered none. */
function readSlot(form: URLSearchParams): Instant | null | undefined | 'malformed' {
  const text = form.get('slot')
  return text ? (parseInstant(text) ?? 'malformed') : text === '' ? null : undefined
}

const isAnswerName = (text: string | null): text is AnswerName =>
  (answerNames as readonly (string | null)[]).includes(text)

/** What the person typed and chose on a page that shows it again. */
export interface TypedAnswer {
  wish: string | undefined
  /** As in the form; undefined: the form offered no times. */
  slot: string | undefined
  /** The clinic no longer offers the chosen time. */
  isSlotGone?: true
}

export const typedAnswer = (form: URLSearchParams): TypedAnswer => ({
  wish: form.get('wish') ?? undefined,
  slot: form.get('slot') ?? undefined,
})
