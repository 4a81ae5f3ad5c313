import { ProblemError } from '../../../client/client.ts'
import { connect } from './connect.ts'
import { cookieSession } from './session.ts'
import { signedOut } from './signed-out.ts'

const timeoutMs = 8_000

/** Ends the session of the cookie, and opens the provider's sign-out page. Otherwise, the provider's session would sign in the
 *  next person at this device. A script opens the page, because Chromium applies `form-action` to the provider's redirects. */
async function signOutOfProvider() {
  const answer = await fetch('sign-out', { method: 'POST', signal: AbortSignal.timeout(timeoutMs) })
  if (answer.ok) return location.assign(((await answer.json()) as { url: string }).url)
  // Without a provider, there is the session of the first administrator.
  await signOutHere()
}

/** Ends the session of the cookie. The desk asks for the password at each sign-in, so the provider's session may go on. */
export const signOutHere = () => connect(cookieSession, { retries: 0, timeoutMs }).signOut()

/** Ends the session of the cookie. Until then, the tab does not use the cookie.
 *  @returns whether the session has ended */
export async function endCookie(end: () => Promise<unknown> = signOutOfProvider): Promise<boolean> {
  signedOut.write('unreached')
  try {
    await end()
  } catch (error) {
    const hadEnded = error instanceof ProblemError && error.status === 401
    if (!hadEnded) return false
  }
  // Somebody else may have signed in meanwhile.
  if (signedOut.read()) signedOut.write('cookie-ended')
  return true
}
