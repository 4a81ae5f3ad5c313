const key = 'rollcall.signed-out'

/** The effect of the sign-out on the browser's cookie: none, not known to the service yet, or ended. */
type SignedOut = 'cookie-left' | 'unreached' | 'cookie-ended'

/** The sign-out of this tab, until somebody signs in to it. */
export const signedOut = {
  read: () => (sessionStorage.getItem(key) as SignedOut | null) ?? undefined,
  write: (state: SignedOut) => sessionStorage.setItem(key, state),
  forget: () => sessionStorage.removeItem(key),
  /** Whether the tab may try the cookie. After a sign-out, the cookie may be somebody else's, or of the person who left. */
  allowsCookie: () => (signedOut.read() ?? 'cookie-ended') === 'cookie-ended',
}
