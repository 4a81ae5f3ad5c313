import { connect } from './connect.ts'
import { cookieSession } from './session.ts'

/** Ends the session of the cookie, and opens the page that signs out at the identity provider: without it, the next person at this
 *  device would be signed in as this one, by a click. The page opens by script, since Chromium applies the policy of forms to the
 *  redirects of a provider, too. Without a connection, the session ends by itself. */
export async function signOutOfProvider() {
  const answer = await fetch('sign-out', { method: 'POST' })
  if (answer.ok) return location.assign(((await answer.json()) as { url: string }).url)
  // Without a provider, there is the session of the first administrator.
  await connect(cookieSession).signOut()
}
