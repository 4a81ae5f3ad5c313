import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors/errors.ts'

/** Sends a resource with its entity tag. A client that changes the resource repeats the tag in `If-Match`. */
export const sendResource = (reply: FastifyReply, resource: unknown) => sendVersion(reply, resource, resource)

/** Sends a resource with the entity tag of `version`, the part that clients change; undefined if there is none yet. */
export const sendVersion = (reply: FastifyReply, resource: unknown, version: unknown) =>
  reply.header('ETag', tagOf(version)).send(resource)

/** @throws Problem precondition-required */
export function requireIfMatch({ headers }: FastifyRequest) {
  if (headers['if-match'] === undefined) throw new Problem('precondition-required')
}

/** Whether `If-Match` is absent, or names this version of the resource (RFC 9110, 13.1.1). Ignores `W/`: a proxy that compresses a
 *  response makes its entity tag weak. */
export const matchesTag = (ifMatch: string | undefined, resource: unknown) =>
  ifMatch === undefined ||
  ifMatch.split(',').some((tag) => ['*', tagOf(resource)].includes(tag.trim().replace(/^W\//, '')))

const tagOf = (resource: unknown) => `"${hash('sha256', JSON.stringify(resource) ?? '', 'base64url').slice(0, 22)}"`
