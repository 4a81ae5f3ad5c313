import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { isSame } from '../../secret-path.ts'

interface Account {
  apiKey: string
  signatureSecret: string
}

/** Whether Vonage has signed the body of a webhook: its header `Authorization` has a JSON Web Token with the hash of the body.
 *  https://developer.vonage.com/en/getting-started/concepts/webhooks */
export async function isSigned(account: Account, authorization: string, body: Buffer): Promise<boolean> {
  const token = authorization.replace(/^Bearer /i, '')
  const key = new TextEncoder().encode(account.signatureSecret)
  try {
    // Vonage repeats a webhook for 24 hours.
    const { payload } = await jwtVerify<{ payload_hash?: unknown; api_key?: unknown }>(token, key, {
      algorithms: ['HS256'],
      maxTokenAge: '24h',
      clockTolerance: '5m',
    })
    const { payload_hash, api_key = account.apiKey } = payload
    return isSame(String(payload_hash), createHash('sha256').update(body).digest('hex')) && api_key === account.apiKey
  } catch {
    return false
  }
}
