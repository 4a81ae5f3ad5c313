import type { Mapping } from '../../../../client/client.ts'
import { textOf, useTexts, useWords } from '../../../shared/language.tsx'
import { fieldLabel } from '../../../shared/mapping/field-label.ts'
import { columnsOf, type Source, sourceOf } from '../../../shared/mapping/mapped-fields.ts'

/** Which column goes to which field. */
export function MappedFields({ mapping }: { mapping: Mapping }) {
  const say = useWords('upload')
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say.field}</th>
          <th scope="col">{say.column}</th>
        </tr>
      </thead>
      <tbody>
        {Object.keys(mapping.fields).map((name) => (
          <tr key={name}>
            <th scope="row">{fieldLabel(say, name)}</th>
            <td>
              <Where source={sourceOf(mapping, name)!} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The columns of a field or its value, and how the service reads them. */
function Where({ source }: { source: Source }) {
  const { say, fill } = useTexts('admin-systems', 'mappings')
  const { clockChoices } = useWords('upload')
  const { constant, format, zone, skipped, repeated, pad } = source
  if (constant !== undefined) return fill(say.forAll, { value: constant })
  const notes = [
    ...(format === undefined ? [] : [fill(say.format, { format })]),
    ...(pad === undefined ? [] : [fill(say.pad, { digits: pad })]),
    ...(zone === undefined ? [] : [fill(say.zone, { zone })]),
    ...(skipped === undefined ? [] : [`${say.skipped} ${textOf(clockChoices, skipped)}`]),
    ...(repeated === undefined ? [] : [`${say.repeated} ${textOf(clockChoices, repeated)}`]),
  ]
  return (
    <>
      <bdi>{columnsOf(source).join(' + ')}</bdi> {notes.length > 0 && <span class="hint">{notes.join(' · ')}</span>}
    </>
  )
}
