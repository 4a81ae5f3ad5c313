import { useLanguage, useWords } from '../language.tsx'
import type { Session, WithoutEntity } from './session.ts'
import type { SessionControl } from './use-session.ts'

const maxNamed = 3

/** Asks whether a link may sign in. Anybody can send a link, and the person would then work in the sender's name. */
export function LinkQuestion({ control, found }: { control: SessionControl; found: Session | WithoutEntity }) {
  const { link, signIn } = useWords('access')
  const { fill } = useLanguage()
  const { name } = 'withoutEntity' in found ? found.withoutEntity : found
  return (
    <section class="card" aria-labelledby="link">
      <h2 id="link">{link.title}</h2>
      <dl>
        <dt>{link.name}</dt>
        <dd dir="auto">{name}</dd>
        <dt>{link.clinics}</dt>
        <dd dir="auto">{clinics()}</dd>
      </dl>
      <p class="hint">{link.hint}</p>
      <div class="row">
        <button type="button" class="main" onClick={control.acceptLink}>
          {signIn}
        </button>
        <button type="button" onClick={control.dismissLink}>
          {link.decline}
        </button>
      </div>
    </section>
  )

  function clinics() {
    if ('withoutEntity' in found) return link.noClinic
    if (found.isForAll) return link.allClinics
    const names = found.entities.slice(0, maxNamed).map(({ name }) => name)
    const more = found.entities.length - names.length
    return names.join(' · ') + (more > 0 ? ` · ${fill(link.more, { count: more })}` : '')
  }
}

/** Says that a link was not used. */
export function UnusedLink({ control }: { control: SessionControl }) {
  const { link } = useWords('access')
  const { fill } = useLanguage()
  if (control.link.mode !== 'unused') return null
  return (
    <div class="bar unused" role="alert">
      <p>{fill(link.unused, { name: control.link.name })}</p>
      <button type="button" onClick={control.dismissLink}>
        {link.close}
      </button>
    </div>
  )
}
