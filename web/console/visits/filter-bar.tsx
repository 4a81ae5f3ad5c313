import type { ComponentChildren } from 'preact'
import { useContext, useRef, useState } from 'preact/hooks'
import { LanguageContext, textOf, useFormat, useWords } from '../../language.tsx'
import { signs } from '../../look/state-badge.tsx'
import { LocationContext } from '../../page-location.ts'
import { type Found, isFiltered, pluginOf } from './filter-visits.ts'
import { type FilteredState, filteredStates, orders, type VisitsPlace, withoutFilters } from './visits-place.ts'

interface Props {
  place: VisitsPlace
  /** The loaded visits, before the filters. */
  visits: Found[]
  /** The days of the visits. */
  days: string
  typed: string
  counts: Record<FilteredState, number>
  tests: number
  onType: (text: string) => void
}

/** The search and the filters of the list. */
export function FilterBar({ place: { by, filters }, visits, days, typed, counts, tests, onType }: Props) {
  const say = useWords('visits')
  const plugins = useWords('plugins')
  const states = useWords('states')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const { go } = useContext(LocationContext)
  const values = useValues(visits, days, locale)
  const [isOpen, setOpen] = useState(false)
  const toggleState = (state: FilteredState) => {
    const chosen = filters.states.includes(state)
      ? filters.states.filter((one) => one !== state)
      : [...filters.states, state]
    go({ state: chosen.join(' ') || undefined })
  }
  return (
    <search class="filter-bar">
      <input
        type="search"
        aria-label={say.find}
        placeholder={say.find}
        autocomplete="off"
        spellcheck={false}
        maxLength={128}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <button type="button" class="more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {say.filters}
        {isFiltered(filters) && <span class="dot" />}
      </button>
      <div class={isOpen ? 'filter-fields open' : 'filter-fields'}>
        <Choice name="plugin" value={filters.plugin} all={say.all.plugin} label={say.plugin} values={values.plugin}>
          {(one) =>
            textOf(Object.fromEntries(Object.entries(plugins).map(([key, { name }]) => [key, name])), one) ?? one
          }
        </Choice>
        <Choice name="doctor" value={filters.doctor} all={say.all.doctor} label={say.doctor} values={values.doctor} />
        <Choice name="place" value={filters.place} all={say.all.place} label={say.place} values={values.place} />
        <fieldset class="choice" aria-label={say.order}>
          {orders.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={one === by}
              onClick={() => go({ by: one === 'time' ? undefined : one })}
            >
              {say.orders[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <fieldset class="state-filters" aria-label={say.states}>
        {filteredStates.map((state) => (
          <button
            type="button"
            key={state}
            class={`state ${state}`}
            aria-pressed={filters.states.includes(state)}
            onClick={() => toggleState(state)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={signs[state]} />
            </svg>
            {states[state]} <span class="count">{counts[state].toLocaleString(locale)}</span>
          </button>
        ))}
        <button
          type="button"
          aria-pressed={filters.isUnreached}
          onClick={() => go({ reached: filters.isUnreached ? undefined : 'false' })}
        >
          {say.notReached}
        </button>
        {(tests > 0 || filters.hasTests) && (
          <button
            type="button"
            aria-pressed={filters.hasTests}
            onClick={() => go({ tests: filters.hasTests ? undefined : 'true' })}
          >
            {fill(say.tests, { count: tests.toLocaleString(locale) })}
          </button>
        )}
        {isFiltered(filters) && (
          <button type="button" class="quiet" onClick={() => go(withoutFilters)}>
            {say.clear}
          </button>
        )}
      </fieldset>
    </search>
  )
}

interface ChoiceProps {
  name: 'plugin' | 'doctor' | 'place'
  value: string | undefined
  label: string
  /** The words for no choice. */
  all: string
  values: string[]
  /** Returns the words for a value. */
  children?: (value: string) => ComponentChildren
}

/** A field with the values of the loaded visits. The value of the address may be none of them. */
function Choice({ name, value, label, all, values, children = (one) => one }: ChoiceProps) {
  const { go } = useContext(LocationContext)
  const options = value === undefined || values.includes(value) ? values : [value, ...values]
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      class={value === undefined ? undefined : 'chosen'}
      disabled={options.length === 0}
      onChange={(event) => go({ [name]: event.currentTarget.value || undefined })}
    >
      <option value="">{all}</option>
      {options.map((one) => (
        <option key={one} value={one}>
          {children(one)}
        </option>
      ))}
    </select>
  )
}

/** Collects the values to choose from. Those of the same days stay when the service filters them. */
function useValues(visits: Found[], days: string, locale: string) {
  const known = useRef({ days: '', visits: [] as Found[], plugin: [''], doctor: [''], place: [''] })
  if (known.current.visits !== visits || known.current.days !== days) {
    const before = known.current.days === days ? known.current : { plugin: [], doctor: [], place: [] }
    const { compare } = new Intl.Collator(locale)
    const all = { plugin: new Set(before.plugin), doctor: new Set(before.doctor), place: new Set(before.place) }
    for (const { visit } of visits) {
      all.plugin.add(pluginOf(visit))
      if (visit.params.doctor) all.doctor.add(visit.params.doctor)
      if (visit.params.place) all.place.add(visit.params.place)
    }
    const sorted = (some: Set<string>) => [...some].filter(Boolean).sort(compare)
    known.current = { days, visits, plugin: sorted(all.plugin), doctor: sorted(all.doctor), place: sorted(all.place) }
  }
  return known.current
}
