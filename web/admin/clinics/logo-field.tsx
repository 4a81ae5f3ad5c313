import { useRef, useState } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { AskingButton } from '../question.tsx'
import { useAction } from '../use-action.ts'
import { dataUrlOf, drawLogo } from './drawn-logo.ts'

const maxMiB = 5
const types = ['image/png', 'image/jpeg', 'image/svg+xml']

/** The logo in messages and on pages, which changes at once. */
export function LogoField() {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('admin-clinics', 'logo')
  const uploading = useAction<true>(session.token)
  const removing = useAction<true>(session.token)
  const [logo, show] = useLogo()
  const [fault, setFault] = useState<string>()
  const [done, setDone] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)

  async function set(png: Blob | undefined, { run } = png ? uploading : removing) {
    setFault(undefined)
    setDone(undefined)
    const isDone = await run(async (client) => {
      await client.setLogo(session.entity.id, png)
      return true
    })
    if (!isDone) return false
    await show(png)
    setDone(png ? say.saved : say.removed)
    picker.current?.focus()
    return true
  }

  async function choose(file: File | undefined) {
    if (!file) return
    setDone(undefined)
    if (file.size > maxMiB * 1024 * 1024) return setFault(fill(say.tooLarge, { max: maxMiB }))
    const png = types.includes(file.type) ? await drawLogo(file) : undefined
    if (png) await set(png)
    else setFault(say.notPicture)
  }

  const isShown = logo !== undefined && logo !== 'none' && logo !== 'unreadable'
  return (
    <section class="logo-field" aria-labelledby="logo-heading">
      <h3 id="logo-heading">{say.title}</h3>
      <p class="hint" id="logo-about">
        {fill(say.about, { max: maxMiB })}
      </p>
      <div class="present-logo" aria-busy={logo === undefined}>
        {isShown && <img src={logo} alt={fill(say.alt, { clinic: session.entity.name })} />}
        {logo === 'none' && <p class="hint">{say.none}</p>}
        {logo === 'unreadable' && <p class="fault">{say.unreadable}</p>}
      </div>
      <div class="row">
        <span class="button">
          {isShown ? say.replace : say.choose}
          <input
            ref={picker}
            type="file"
            accept={types.join()}
            aria-label={isShown ? say.replace : say.choose}
            aria-describedby="logo-about logo-fault"
            disabled={uploading.isRunning}
            onChange={({ currentTarget }) => {
              choose(currentTarget.files?.[0])
              // The same file can be chosen again after a failure.
              currentTarget.value = ''
            }}
          />
        </span>
        {isShown && (
          <AskingButton
            label={say.remove}
            text={say.removeAbout}
            yes={say.removeNow}
            action={removing}
            onYes={() => set(undefined)}
            onAsk={() => setDone(undefined)}
          />
        )}
      </div>
      <p id="logo-fault" class="fault" role="alert">
        {fault ?? uploading.fault}
      </p>
      <p role="status">{done}</p>
    </section>
  )
}

/** The logo as the address of a picture; `none` without one. Undefined while it loads. */
type Logo = string | 'none' | 'unreadable' | undefined

/** Returns the logo of the clinic, and a function that shows another one. */
function useLogo(): [Logo, (png: Blob | undefined) => Promise<void>] {
  const { entity } = useSignedIn().session
  const { found, error, show } = useLoaded(entity.id, async (client) => pictureOf(await client.logo(entity.id)))
  return [
    error === undefined ? found : 'unreadable',
    async (png) => {
      const picture = await pictureOf(png)
      show(() => picture)
    },
  ]
}

const pictureOf = async (png: Blob | undefined) => (png === undefined ? 'none' : dataUrlOf(png))
