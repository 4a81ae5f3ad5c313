import { useContext, useEffect, useState } from 'preact/hooks'
import { connect } from '../../access/connect.ts'
import { RefusedContext, refusalOfCredential } from '../../access/refused.ts'
import type { Session } from '../../access/session.ts'

/** The logo as the address of a picture; `none` without one. Undefined while it loads. */
type Logo = string | 'none' | 'unreadable' | undefined

/** Returns the logo of the clinic, and a function that shows another one. */
export function useLogo({ token, entity }: Session): [Logo, (png: Blob | undefined) => Promise<void>] {
  const [logo, setLogo] = useState<Logo>()
  const refused = useContext(RefusedContext)
  useEffect(() => {
    const ending = new AbortController()
    connect(token, { signal: ending.signal, retries: 1 })
      .logo(entity.id)
      .then(pictureOf)
      .then(
        (found) => ending.signal.aborted || setLogo(found),
        (error) => {
          if (ending.signal.aborted) return
          setLogo('unreadable')
          const why = refusalOfCredential(error)
          if (why) refused(why)
        },
      )
    return () => ending.abort()
  }, [token, entity.id])
  return [logo, async (png) => setLogo(await pictureOf(png))]
}

/** A `data:` URL: a logo is small, and the page's policy allows no `blob:`. */
const pictureOf = (png: Blob | undefined) =>
  png === undefined
    ? Promise.resolve('none')
    : new Promise<string>((resolve, reject) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.onerror = () => reject(reader.error)
        reader.readAsDataURL(png)
      })
