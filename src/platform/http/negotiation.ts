import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Problem } from '../errors/errors.ts'
import { memoize } from '../scheduling/memoize.ts'

export type Encoding = 'identity' | 'gzip' | 'zstd'

/** Returns a function that selects the media type and the encoding of the response from the headers of a request. The
 *  first of `mediaTypes` is the default. The function throws Problem not-acceptable. */
export function negotiation<MediaType extends string>(mediaTypes: readonly MediaType[]) {
  const pick = memoize(1_000, (accept: string, acceptEncoding: string) => {
    const negotiator = new Negotiator({ headers: { accept, 'accept-encoding': acceptEncoding } })
    const mediaType = negotiator.mediaType([...mediaTypes]) as MediaType | undefined
    // RFC 9110 allows any encoding when the header is absent, but such a client may not decode any.
    // A client that accepts any (`*`) gets gzip: more libraries decode it.
    const encodings: Encoding[] = acceptEncoding ? ['gzip', 'zstd', 'identity'] : ['identity']
    const encoding = negotiator.encoding(encodings) as Encoding | undefined
    return mediaType && encoding ? { mediaType, encoding } : 'none'
  })
  return ({ headers }: FastifyRequest) => {
    const picked = pick(headers.accept || '*/*', headers['accept-encoding'] ?? '')
    if (picked === 'none') throw new Problem('not-acceptable')
    return picked
  }
}

export const negotiateJson = negotiation(['application/json'])

/** Whether If-None-Match contains the tag. RFC 9110, section 13.1.2: weak comparison. */
export function isUnchanged(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match']
  const named = header?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named !== undefined && (named.includes(tag) || named.includes('*'))
}
