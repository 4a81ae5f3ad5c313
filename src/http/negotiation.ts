import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Problem } from '../errors.ts'

export type Encoding = 'identity' | 'gzip' | 'zstd'

/** The best of `mediaTypes` (the first is the default) and of our encodings that the request accepts.
 *  @throws Problem not-acceptable */
export function negotiate<MediaType extends string>(request: FastifyRequest, mediaTypes: readonly MediaType[]) {
  const negotiator = new Negotiator(request.raw)
  const mediaType = negotiator.mediaType([...mediaTypes]) as MediaType | undefined
  // Without the header RFC 9110 would allow any encoding; plain is what such a client can read.
  const encodings: Encoding[] = request.headers['accept-encoding'] ? ['zstd', 'gzip', 'identity'] : ['identity']
  const encoding = negotiator.encoding(encodings) as Encoding | undefined
  if (!mediaType || !encoding) throw new Problem('not-acceptable')
  return { mediaType, encoding }
}

/** A strong entity tag of all that determines an answer's bytes. */
export function entityTag(...determinants: unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(determinants)).digest('base64url').slice(0, 27)}"`
}

/** Whether If-None-Match names the tag. RFC 9110, section 13.1.2: compared weakly. */
export function isUnchanged(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match']
  const named = header?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named !== undefined && (named.includes(tag) || named.includes('*'))
}
