import { ProblemError } from '../../../client/client.ts'

const timeoutMs = 15_000

interface Change {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
}

/** Sends a request about accounts. The service answers a sign-in with a cookie.
 *  @throws ProblemError */
export async function askAccount<Answer = undefined>(
  path: string,
  { method, body = {} }: Change = { method: 'POST' },
): Promise<Answer> {
  const response = await fetch(new URL(`sign-in/${path}`, new URL('.', location.href)), {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new ProblemError(response, await response.json().catch(() => ({})))
  return response.status === 204 ? (undefined as Answer) : response.json()
}

/** Makes a passkey on this device. Returns what the service needs of it.
 *  @throws DOMException when the person cancels */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const { id, response } = made.toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject } = response
  return { id, response: { clientDataJSON, attestationObject } }
}

/** Signs in with a passkey of this device, or of a telephone.
 *  @throws ProblemError; DOMException when the person cancels */
export async function signInWithPasskey() {
  const options = await askAccount<PublicKeyCredentialRequestOptionsJSON>('passkey-options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const { id, response } = used.toJSON() as AuthenticationResponseJSON
  const { clientDataJSON, authenticatorData, signature } = response
  const body = { id, response: { clientDataJSON, authenticatorData, signature } }
  await askAccount('passkey', { method: 'POST', body })
}

export type AccountFault = 'wrong' | 'wrongPasskey' | 'tooMany' | 'cancelled' | 'failed'

/** Returns why a sign-in failed. */
export function faultOfSignIn(error: unknown, isPasskey: boolean): AccountFault {
  if (error instanceof DOMException && error.name !== 'TimeoutError') return 'cancelled'
  if (!(error instanceof ProblemError)) return 'failed'
  if (error.status === 429) return 'tooMany'
  return error.status === 401 ? (isPasskey ? 'wrongPasskey' : 'wrong') : 'failed'
}
