import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors/errors.ts'
import { maxPublicBodyBytes } from './limits.ts'
import { decodeUtf8 } from './utf8.ts'

// Twilio's longest form, a message with ten pictures that answers an advertisement, has 60 fields.
// https://www.twilio.com/docs/messaging/guides/webhook-request
const maxFields = 128

/** Makes the routes of `app` accept the forms of pages. The body becomes `URLSearchParams`. */
export const acceptForms = (app: FastifyInstance) =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: maxPublicBodyBytes },
    async (_request: unknown, body: Buffer) => parseForm(body),
  )

/** Parses the form of a page. Rejects invalid UTF-8, which URLSearchParams would decode to replacement characters.
 *  @throws Problem invalid-request */
function parseForm(body: Buffer): URLSearchParams {
  const text = decodeUtf8(body)
  const form = readForm(text)
  if (!form || !isEncodedWell(text)) throw new Problem('invalid-request')
  return form
}

function isEncodedWell(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Parses a form. Returns undefined for a form with too many fields, which it counts first: the time of URLSearchParams (Node 26.10)
 *  grows with the square of the fields without "=" (24 s for `a&a&…` of 2 MiB, 90 ms for `%F0&%F0&…` of 16 KiB). */
export function readForm(text: string): URLSearchParams | undefined {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) if (++fields > maxFields) return undefined
  return new URLSearchParams(text)
}
