import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Problem } from '../errors.ts'
import { memoize } from '../memoize.ts'

export type Encoding = 'identity' | 'gzip' | 'zstd'

/** Picks the best of `mediaTypes` (the first is the default) and of our encodings for a request's headers.
 *  The picker throws Problem not-acceptable. */
export function negotiation<MediaType extends string>(mediaTypes: readonly MediaType[]) {
  const pick = memoize(1_000, (accept: string, acceptEncoding: string) => {
    const negotiator = new Negotiator({ headers: { accept, 'accept-encoding': acceptEncoding } })
    const mediaType = negotiator.mediaType([...mediaTypes]) as MediaType | undefined
    // Without the header RFC 9110 would allow any encoding; plain is what such a client can read.
    const encodings: Encoding[] = acceptEncoding ? ['zstd', 'gzip', 'identity'] : ['identity']
    const encoding = negotiator.encoding(encodings) as Encoding | undefined
    return mediaType && encoding ? { mediaType, encoding } : 'none'
  })
  return ({ headers }: FastifyRequest) => {
    const picked = pick(headers.accept || '*/*', headers['accept-encoding'] ?? '')
    if (picked === 'none') throw new Problem('not-acceptable')
    return picked
  }
}

/** Whether If-None-Match names the tag. RFC 9110, section 13.1.2: compared weakly. */
export function isUnchanged(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match']
  const named = header?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named !== undefined && (named.includes(tag) || named.includes('*'))
}
