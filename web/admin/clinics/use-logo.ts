import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'

/** The logo as the address of a picture; `none` without one. Undefined while it loads. */
type Logo = string | 'none' | 'unreadable' | undefined

/** Returns the logo of the clinic, and a function that shows another one. */
export function useLogo(): [Logo, (png: Blob | undefined) => Promise<void>] {
  const { entity } = useSignedIn().session
  const { found, error, show } = useLoaded(entity.id, async (client) => pictureOf(await client.logo(entity.id)))
  return [error === undefined ? found : 'unreadable', async (png) => show(await pictureOf(png))]
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
