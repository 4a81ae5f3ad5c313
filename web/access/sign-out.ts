import { connect } from './connect.ts'
import { cookieSession } from './session.ts'

/** Ends the session of the cookie, and opens the provider's sign-out page. Otherwise, the provider's session would sign in the
 *  next person at this device. A script opens the page, because Chromium applies `form-action` to the provider's redirects. */
export async function signOutOfProvider() {
  const answer = await fetch('sign-out', { method: 'POST' })
  if (answer.ok) return location.assign(((await answer.json()) as { url: string }).url)
  // Without a provider, there is the session of the first administrator.
  await connect(cookieSession).signOut()
}
