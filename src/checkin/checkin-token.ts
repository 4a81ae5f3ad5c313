import { hash } from 'node:crypto'

/** The database stores only the hash of a check-in token. */
export const hashCheckinToken = (token: string) => hash('sha256', token, 'base64url')
