import { hash } from 'node:crypto'
import type { Secret } from '../../platform/keys/secret.ts'

/** The number of characters of the secret part. */
export const answerLinkLength = 20

/** Returns the secret of the answer link: the entity's id, a dot, and 100 bits. Each delivery has its own link, so an
 *  answer identifies the address that received it. */
export function answerLink(secret: Secret, entityId: string, deliveryId: string): string {
  return `${entityId}.${secret.derive(answerLinkLength, 'answer', entityId, deliveryId).toLowerCase()}`
}

/** The database stores this hash, never the secret. */
export const hashAnswerLink = (linkSecret: string) => hash('sha256', linkSecret, 'base64url')

/** Parses a typed link and normalises look-alike characters. Returns undefined for another format. */
export function readAnswerLink(text: string): { entityId: string; linkSecret: string } | undefined {
  const [, entityId, secret] = /^([A-Za-z0-9._~-]{1,64})\.([0-9A-Za-z]{20})$/.exec(text) ?? []
  if (!entityId || !secret) return undefined
  return { entityId, linkSecret: `${entityId}.${secret.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')}` }
}
