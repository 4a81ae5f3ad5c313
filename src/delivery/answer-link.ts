import { hash } from 'node:crypto'
import type { Secret } from '../secret.ts'

const secretCharacters = 20

/** The secret link to the page where a contact answers: the entity's id, a dot, and 100 bits. Each delivery has its own,
 *  so that an answer names the address that it came by. */
export function answerLink(secret: Secret, entityId: string, deliveryId: string): string {
  return `${entityId}.${secret.derive(secretCharacters, 'answer', entityId, deliveryId).toLowerCase()}`
}

/** Only this of a link is stored. */
export const hashAnswerLink = (link: string) => hash('sha256', link, 'base64url')

/** The entity of a link, however it was typed; undefined when it has not the shape of one. */
export function readAnswerLink(text: string): { entityId: string; link: string } | undefined {
  const [, entityId, secret] = /^([A-Za-z0-9._~-]{1,64})\.([0-9A-Za-z]{20})$/.exec(text) ?? []
  if (!entityId || !secret) return undefined
  return { entityId, link: `${entityId}.${secret.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')}` }
}
