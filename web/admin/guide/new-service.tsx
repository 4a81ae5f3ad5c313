import { loadAdminClinicsWords } from '../../../client/words.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useWords } from '../../shared/language.tsx'
import { lazily } from '../../shared/loading/lazily.tsx'
import { Logo } from '../../shared/look/logo.tsx'

const NewClinic = lazily<{ token: string; onCreated: () => void }>(async (language) => {
  const [{ NewClinicForm }, words] = await Promise.all([
    import('../clinics/new-clinic-form.tsx'),
    loadAdminClinicsWords(language),
  ])
  return [NewClinicForm, words]
})

/** The first step on a service without a clinic. */
export function NewService({ control, token }: { control: SessionControl; token: string }) {
  const say = useWords('admin')
  return (
    <>
      <header class="bar">
        <h1>
          <Logo /> {say.title}
        </h1>
      </header>
      <main class="admin alone">
        <section class="card setting" aria-labelledby="first-clinic">
          <header>
            <h2 id="first-clinic">{say.guide.firstClinic}</h2>
            <p class="hint">{say.guide.firstClinicAbout}</p>
          </header>
          <NewClinic token={token} onCreated={() => control.open(token)} />
        </section>
      </main>
    </>
  )
}
