import type { Mapping, MappingGuess } from '../../../client/client.ts'
import { hasTime } from '../../../client/csv.ts'
import { languages, nameOfLanguage } from '../../../client/words.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { fieldLabel } from '../../shared/mapping/field-label.ts'
import {
  columnsOf,
  examplesOf,
  type Field,
  sourceOf,
  withColumns,
  withSource,
} from '../../shared/mapping/mapped-fields.ts'
import { columnLabel } from './column-label.ts'
import { dateFault } from './date-fault.ts'
import { DateFormat, withFittingFormat } from './date-format.tsx'
import { FieldDoubts } from './field-doubts.tsx'
import type { Doubt } from './open-doubts.ts'

interface Props {
  field: Field
  guess: MappingGuess
  mapping: Mapping
  isMissing: boolean
  /** What a person must still decide about the guess. */
  doubts: Doubt[]
  onSettle: () => void
  onEdit: (mapping: Mapping) => void
}

const maxExamples = 3
const maxColumns = 4
const keys = ['external_id', 'contact.external_id']

/** A field of the visit: its column or its value, and what the file has there. */
export function FieldRow({ field, guess, mapping, isMissing, doubts, onSettle, onEdit }: Props) {
  const say = useWords('upload')
  const { name, required, type } = field
  const label = fieldLabel(say, name)
  const source = sourceOf(mapping, name)
  const examples = source ? examplesOf(source, guess) : []
  const unread = dateFault(field, mapping, guess)
  return (
    <tr class={isMissing || unread ? 'lacking' : doubts.length > 0 ? 'doubtful' : ''}>
      <th scope="row">
        {label} {required && <span class="hint">({say.required})</span>}
      </th>
      <td>
        <ColumnChoice
          field={field}
          guess={guess}
          mapping={mapping}
          label={label}
          onEdit={onEdit}
          isMissing={isMissing || unread !== undefined}
        />
        {source?.constant !== undefined && (
          <Constant name={name} label={label} mapping={mapping} onEdit={onEdit} value={source.constant} />
        )}
        <FieldDoubts
          label={label}
          doubts={doubts}
          guess={guess}
          onSettle={onSettle}
          onChoose={(columns) => onEdit(withColumnsRead(mapping, field, columns, guess))}
        />
        {unread === 'format' && <p class="fault">{say.otherDateColumn}</p>}
        {source && (type === 'instant' || type === 'day') && examples.length > 0 && (
          <DateFormat
            field={field}
            label={label}
            source={source}
            mapping={mapping}
            examples={examples}
            onEdit={onEdit}
          />
        )}
        {name === 'params.when' && source?.format !== undefined && !hasTime(source.format) && (
          <p class={unread ? 'fault' : 'caution'}>{say.noTime}</p>
        )}
        {isMissing && source === undefined && <Lack field={field} />}
      </td>
      <td class="hint">
        {type === 'instant' || type === 'day'
          ? ''
          : examples.slice(0, maxExamples).map((one) => (
              <span key={one} class="example" dir="auto">
                {one}
              </span>
            ))}
      </td>
    </tr>
  )
}

/** Says what to choose for a field that a mapping must have. */
function Lack({ field: { name, type } }: Pick<Props, 'field'>) {
  const say = useWords('upload')
  if (!keys.includes(name)) return <p class="fault">{type === 'instant' ? say.noDateColumn : say.noColumn}</p>
  return (
    <>
      <p class="fault">{say.chooseColumn}</p>
      <p class="hint">{name === 'external_id' ? say.noVisitKey : say.noPatientKey}</p>
    </>
  )
}

type ChoiceProps = Pick<Props, 'field' | 'guess' | 'mapping' | 'isMissing' | 'onEdit'> & { label: string }

const isDateField = ({ type }: Pick<Field, 'type'>) => type === 'instant' || type === 'day'

/** Sets the columns of a field; of a date, also the format that they have. */
function withColumnsRead(
  mapping: Mapping,
  field: Pick<Field, 'name' | 'type'>,
  columns: string[],
  guess: MappingGuess,
) {
  const changed = withColumns(mapping, field.name, columns)
  return isDateField(field) && columns.length > 0 ? withFittingFormat(changed, field.name, guess) : changed
}

/** Chooses the column of a field, several columns, or one value for all rows. */
function ColumnChoice({ field: { name, type, required }, guess, mapping, label, isMissing, onEdit }: ChoiceProps) {
  const { say, fill } = useTexts('upload')
  const source = sourceOf(mapping, name)
  const columns = columnsOf(source)
  const known = guess.columns.map((column) => column.name)
  const isDate = isDateField({ type })
  const none = required ? say.chooseColumn : name === 'contact.language' ? say.clinicLanguage : say.notInFile
  const set = (chosen: string[]) => onEdit(withColumnsRead(mapping, { name, type }, chosen, guess))

  function choose(value: string, index: number) {
    if (value === constant) return onEdit(withSource(mapping, name, { constant: '' }))
    set(value === '' ? columns.filter((_, place) => place !== index) : columns.with(index, value.slice(1)))
  }

  return (
    <div class="choices-of-columns">
      {(columns.length > 0 ? columns : ['']).map((column, index) => (
        <select
          // The place in the list is the identity of a choice.
          key={index}
          aria-label={index === 0 ? label : fill(say.furtherColumn, { field: label, number: index + 1 })}
          aria-invalid={isMissing}
          value={source?.constant !== undefined ? constant : column && `=${column}`}
          onChange={({ currentTarget: { value } }) =>
            columns.length > 0
              ? choose(value, index)
              : value === constant
                ? choose(value, 0)
                : set(value ? [value.slice(1)] : [])
          }
        >
          <option value="">{index === 0 ? none : say.notInFile}</option>
          {column && !known.includes(column) && <option value={`=${column}`}>{column}</option>}
          {known.map((one) => (
            <option key={one} value={`=${one}`}>
              {columnLabel(one, guess, say)}
            </option>
          ))}
          {index === 0 && !isDate && type !== 'address' && !keys.includes(name) && (
            <option value={constant}>{say.constant}</option>
          )}
        </select>
      ))}
      {columns.length > 0 && columns.length < maxColumns && type !== 'address' && (
        <select
          class="add"
          aria-label={fill(say.furtherColumn, { field: label, number: columns.length + 1 })}
          value=""
          onChange={({ currentTarget: { value } }) => set([...columns, value.slice(1)])}
        >
          <option value="">{say.addColumn}</option>
          {known
            .filter((one) => !columns.includes(one))
            .map((one) => (
              <option key={one} value={`=${one}`}>
                {columnLabel(one, guess, say)}
              </option>
            ))}
        </select>
      )}
    </div>
  )
}

// Beside the columns, whose values begin with an equals sign.
const constant = 'constant'

interface ConstantProps {
  name: string
  label: string
  value: string
  mapping: Mapping
  onEdit: (mapping: Mapping) => void
}

/** The value of a field that is the same in all rows. */
function Constant({ name, label, value, mapping, onEdit }: ConstantProps) {
  const { say, fill, locale } = useTexts('upload')
  const set = (changed: string) => onEdit(withSource(mapping, name, { constant: changed }))
  const title = fill(say.constantOf, { field: label })
  if (name !== 'contact.language') {
    return (
      <input aria-label={title} value={value} maxLength={256} onInput={(event) => set(event.currentTarget.value)} />
    )
  }
  const country = mapping.country ?? new Intl.Locale(locale).maximize().region
  const codes = languages.map((language) => `${language}_${country}`)
  return (
    <select aria-label={title} value={value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">{say.chooseLanguage}</option>
      {!codes.includes(value) && value !== '' && <option value={value}>{value}</option>}
      {codes.map((code, index) => (
        <option key={code} value={code}>
          {nameOfLanguage(languages[index]!)}
        </option>
      ))}
    </select>
  )
}
