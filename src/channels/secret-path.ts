import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../platform/errors/errors.ts'

/** Returns a hook that rejects a request with a wrong path before it reads the body. A secret path authenticates a
 *  provider. */
export const requires = (path: (request: FastifyRequest) => string) => async (request: FastifyRequest) => {
  if (!isSame(request.url, path(request))) throw new Problem('not-found')
}

/** Compares in constant time. timingSafeEqual requires equal lengths, hence the hashes. */
export const isSame = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
