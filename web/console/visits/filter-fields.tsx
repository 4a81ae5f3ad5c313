import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { textOf, useWords } from '../../shared/language.tsx'
import { Options } from '../../shared/look/options.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import type { FilterValues } from './use-filter-values.ts'
import { orders, type VisitsPlace } from './visits-place.ts'

interface Props {
  place: VisitsPlace
  values: FilterValues
  /** Whether a narrow screen shows the fields. */
  isOpen: boolean
}

/** The filters with many values, and the order. */
export function FilterFields({ place: { by, filters }, values, isOpen }: Props) {
  const say = useWords('visits')
  const plugins = useWords('plugins')
  const { go } = useContext(LocationContext)
  const names = Object.fromEntries(Object.entries(plugins).map(([key, { name }]) => [key, name]))
  return (
    <div class={isOpen ? 'filter-fields open' : 'filter-fields'}>
      <Choice name="plugin" value={filters.plugin} all={say.all.plugin} label={say.plugin} values={values.plugin}>
        {(one) => textOf(names, one) ?? one}
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

/** A field with the known values. The value of the address may be none of them. */
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
      <Options values={options} nameOf={(one) => children(one)} />
    </select>
  )
}
