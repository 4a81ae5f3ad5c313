import { useMemo } from 'preact/hooks'
import type { Mapping } from '../../../client/client.ts'
import { countriesIn } from '../../shared/countries.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { TableHead } from '../../shared/look/table-head.tsx'
import { type Field, fitsHeader, sourceOf, type Target, withTarget } from '../../shared/mapping/mapped-fields.ts'
import { nameOfNotices } from '../../shared/visits/visit.ts'
import { FieldDoubts } from './field-doubts.tsx'
import { FieldRow } from './field-row.tsx'
import { ofFile } from './file-mapping.ts'
import type { Doubt } from './open-doubts.ts'
import type { ReadFile } from './use-upload.ts'

interface Props {
  read: ReadFile
  mapping: Mapping
  target: Target
  missing: string[]
  /** What a person must still decide. */
  doubts: Doubt[]
  onSettle: (field: string) => void
  onEdit: (mapping: Mapping) => void
}

/** The fields that nearly every file has, in the order in which people think of them. */
const first = ['params.when', 'contact.name', 'mobile', 'email', 'whatsapp']
const keys = ['contact.external_id', 'external_id', 'contact.language']

/** The mapping of the file: which column each field of a visit has. */
export function ColumnsForm({ read, mapping, target, missing, doubts, onSettle, onEdit }: Props) {
  const { say, fill } = useTexts('upload')
  const { guess } = read
  const isShown = ({ name, required, type }: Field) =>
    required || type === 'address' || name === 'contact.language' || guess.mapping.fields[name] !== undefined
  const rank = ({ name }: Field) => {
    if (first.includes(name)) return first.indexOf(name)
    return keys.includes(name) ? 100 + keys.indexOf(name) : 50
  }
  const ordered = target.fields.toSorted((one, other) => rank(one) - rank(other))
  const isMapped = ({ name }: Field) => sourceOf(mapping, name) !== undefined
  const hasAddress = target.fields.some((field) => field.type === 'address' && isMapped(field))
  const row = (field: Field) => (
    <FieldRow
      key={field.name}
      field={field}
      guess={guess}
      mapping={mapping}
      onEdit={onEdit}
      isMissing={missing.includes(field.name)}
      doubts={doubts.filter((doubt) => doubt.field === field.name)}
      onSettle={() => onSettle(field.name)}
    />
  )
  return (
    <>
      <div class="controls">
        <SavedMappings read={read} mapping={mapping} onEdit={onEdit} />
        <TargetChoice read={read} mapping={mapping} onEdit={onEdit} />
        <CountryChoice mapping={mapping} onEdit={onEdit} />
      </div>
      <FieldDoubts
        label={say.fields.header}
        doubts={doubts.filter(({ field }) => field === 'header')}
        guess={guess}
        onSettle={() => onSettle('header')}
      />
      <p class="hint">
        {guess.mapping.skip !== undefined && fill(say.skipped, { count: guess.mapping.skip })} {say.columnsAbout}
      </p>
      <table class="columns-table">
        <TableHead columns={[say.field, say.column, say.examples]} />
        <tbody>{ordered.filter(isShown).map(row)}</tbody>
      </table>
      {!hasAddress && <p class="caution">{say.noAddress}</p>}
      <details>
        <summary>{say.more}</summary>
        <table class="columns-table">
          <tbody>{ordered.filter((field) => !isShown(field)).map(row)}</tbody>
        </table>
      </details>
    </>
  )
}

type ChoiceProps = Pick<Props, 'read' | 'mapping' | 'onEdit'>

/** Offers the saved mappings whose columns the file has, and the guess. */
function SavedMappings({ read: { guess, saved, isKept }, mapping, onEdit }: ChoiceProps) {
  const say = useWords('upload')
  if (saved.length === 0 && !isKept) return null
  const same = (one: Mapping) => JSON.stringify(ofFile(one, guess)) === JSON.stringify(mapping)
  const current = saved.find((one) => same(one.mapping))?.name ?? (same(guess.mapping) ? '' : 'changed ')
  return (
    <label>
      {say.saved}
      <select
        value={current}
        onChange={({ currentTarget: { value } }) =>
          onEdit(ofFile(saved.find(({ name }) => name === value)?.mapping ?? guess.mapping, guess))
        }
      >
        {saved.map((one) => (
          <option key={one.name} value={one.name} disabled={!fitsHeader(one.mapping, guess)}>
            {one.name}
            {!fitsHeader(one.mapping, guess) && ` (${say.otherColumns})`}
          </option>
        ))}
        <option value="">{say.guessed}</option>
        {current === 'changed ' && <option value={current}>{say.changed}</option>}
      </select>
    </label>
  )
}

function TargetChoice({ read: { guess }, mapping, onEdit }: ChoiceProps) {
  const say = useWords('upload')
  const plugins = useWords('plugins')
  const pair = ({ category, target }: Pick<Target, 'category' | 'target'>) => `${category}/${target}`
  return (
    <label>
      {say.kind}
      <select
        value={pair(mapping)}
        onChange={({ currentTarget: { value } }) =>
          onEdit(withTarget(mapping, guess.targets.find((one) => pair(one) === value)!))
        }
      >
        {guess.targets.map((one) => (
          <option key={pair(one)} value={pair(one)}>
            {nameOfNotices(one, plugins)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The country of telephone numbers without a country's code. */
function CountryChoice({ mapping, onEdit }: Omit<ChoiceProps, 'read'>) {
  const { say, locale } = useTexts('upload')
  const countries = useMemo(() => countriesIn(locale), [locale])
  const { country: _, ...others } = mapping
  return (
    <label>
      {say.country}
      <select
        value={mapping.country ?? ''}
        onChange={({ currentTarget: { value } }) => onEdit(value ? { ...others, country: value } : others)}
      >
        <option value="">{say.noCountry}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
