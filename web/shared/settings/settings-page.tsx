import { useContext, useRef } from 'preact/hooks'
import { ClinicChoice } from '../access/clinic-choice.tsx'
import type { SessionControl } from '../access/use-session.ts'
import { useWords } from '../language.tsx'
import { hrefOf, LocationContext } from '../page-location.ts'
import { type SectionName, sections } from './sections.ts'
import './settings.css'
import './reminders.css'
import './quiet-hours.css'

export interface SettingsProps {
  control: SessionControl
}

const names = Object.keys(sections) as SectionName[]

/** The settings of a clinic. Sections that somebody has opened stay, with their unsaved changes. */
export function Settings({ control }: SettingsProps) {
  const say = useWords('settings')
  const { place } = useContext(LocationContext)
  const shown = names.find((name) => name === place.section) ?? names[0]!
  const opened = useRef(new Set<SectionName>())
  opened.current.add(shown)
  return (
    <main class="work settings">
      <div class="lists">
        <ClinicChoice control={control} />
        <nav aria-label={say.sections}>
          {names.map((name) => (
            <a
              key={name}
              href={hrefOf({ ...place, tab: 'settings', section: name })}
              aria-current={name === shown ? 'page' : undefined}
            >
              {say.names[name]}
            </a>
          ))}
        </nav>
      </div>
      {names
        .filter((name) => opened.current.has(name))
        .map((name) => {
          const Section = sections[name]
          return (
            <section key={name} class="card setting" hidden={name !== shown} aria-labelledby={name}>
              <header>
                <h2 id={name}>{say.names[name]}</h2>
                <p class="hint">{say.about[name]}</p>
              </header>
              <Section />
            </section>
          )
        })}
    </main>
  )
}
