import { useState } from 'preact/hooks'
import { useSignedIn } from '../access/signed-in.ts'
import { useLanguage, useTexts } from '../language.tsx'
import { useLoaded } from '../loading/use-loaded.ts'
import { Options } from '../look/options.tsx'
import { writtenDay } from '../time/clinic-time.ts'
import { useToday } from '../time/use-today.ts'

interface Props {
  /** The days that the clinic has. */
  days: string[]
  onAdd: (days: string[]) => void
}

/** Proposes public holidays. Nothing becomes a holiday before a person adds the ticked days, and saves. */
export function ProposedHolidays(props: Props) {
  const { say } = useTexts('settings', 'publicHolidays')
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="proposed" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.title}</summary>
      {isOpen && <Proposal {...props} />}
    </details>
  )
}

/** The country of a language tag: pt-PT is of Portugal. */
const countryOf = (tag: string) => new Intl.Locale(tag).maximize().region ?? 'PT'

function Proposal({ days, onAdd }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill, locale } = useTexts('settings', 'publicHolidays')
  const { language } = useLanguage()
  const thisYear = Number(useToday(time).slice(0, 4))
  const [asked, setAsked] = useState({ country: countryOf(session.entity.language), region: '', year: thisYear })
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const query = { country: asked.country, ...(asked.region && { region: asked.region }), year: asked.year, language }
  const { found, error } = useLoaded(JSON.stringify([session.entity.id, query]), (client) =>
    client.publicHolidays(session.entity.id, query),
  )
  const proposed = found?.holidays.filter(({ date }) => !days.includes(date)) ?? []
  const ticked = proposed.map(({ date }) => date).filter((date) => !unticked.includes(date))
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = found?.countries ?? [asked.country]
  const byName = [...countries].sort((one, other) => names.of(one)!.localeCompare(names.of(other)!, locale))
  const regionName = (code: string) => found?.regions.find((one) => one.code === code)?.name ?? say.whole
  return (
    <>
      <p class="hint">{say.about}</p>
      <div class="row">
        <label>
          {say.country}
          <select
            value={asked.country}
            onChange={({ currentTarget: { value } }) => setAsked({ ...asked, country: value, region: '' })}
          >
            <Options values={byName} nameOf={(code) => names.of(code) ?? code} />
          </select>
        </label>
        <label>
          {say.region}
          <select
            value={asked.region}
            disabled={!found || found.regions.length === 0}
            onChange={({ currentTarget: { value } }) => setAsked({ ...asked, region: value })}
          >
            <Options values={['', ...(found?.regions.map(({ code }) => code) ?? [])]} nameOf={regionName} />
          </select>
        </label>
        <label>
          {say.year}
          <select
            value={asked.year}
            onChange={({ currentTarget: { value } }) => setAsked({ ...asked, year: Number(value) })}
          >
            <Options values={[thisYear, thisYear + 1, thisYear + 2].map(String)} nameOf={(year) => year} />
          </select>
        </label>
      </div>
      {error !== undefined && <p class="fault">{say.failed}</p>}
      {found && proposed.length === 0 && <p class="hint">{say.none}</p>}
      <ul>
        {proposed.map(({ date, name }) => (
          <li key={date}>
            <label class="check">
              <input
                type="checkbox"
                checked={!unticked.includes(date)}
                onChange={({ currentTarget: { checked } }) =>
                  setUnticked(checked ? unticked.filter((one) => one !== date) : [...unticked, date])
                }
              />{' '}
              {writtenDay(date, locale, 'long')} · <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" disabled={ticked.length === 0} onClick={() => onAdd(ticked)}>
          {fill(say.add, { count: ticked.length })}
        </button>
      </div>
      <p class="hint">{say.source}</p>
    </>
  )
}
