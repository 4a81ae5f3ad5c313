import type { FastifyRequest } from 'fastify'
import { maxWishLength } from '../../notifications/lifecycle/answer.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
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
export function readAnswer(form: URLSearchParams): { action: AnswerName; wish?: string } | undefined {
  const action = form.get('answer')
  // Browsers send a line break as two characters, but count it as one towards maxlength.
  const wish = cleanText(form.get('wish') ?? '').trim()
  if (!isAnswerName(action) || wish.length > maxWishLength) return undefined
  return { action, ...(action === 'reschedule' && wish && { wish }) }
}

const isAnswerName = (text: string | null): text is AnswerName =>
  (answerNames as readonly (string | null)[]).includes(text)
