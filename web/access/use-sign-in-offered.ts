import { useEffect, useState } from 'preact/hooks'

/** Whether people can sign in with an account; undefined until the service says so. */
export function useSignInOffered(): boolean | undefined {
  const [isOffered, setOffered] = useState<boolean>()
  useEffect(() => {
    fetch(new URL('sign-in/offered', new URL('.', location.href)))
      .then((response) => response.json())
      .then(({ offered }) => setOffered(offered === true))
      .catch(() => {})
  }, [])
  return isOffered
}
