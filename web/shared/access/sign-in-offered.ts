/** Whether people can sign in with an account. */
export async function signInOffered(): Promise<boolean> {
  const response = await fetch(new URL('sign-in/offered', new URL('.', location.href)))
  const { offered } = await response.json()
  return offered === true
}
