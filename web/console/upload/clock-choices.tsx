import type { CsvReport } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { sourceOf, withSource } from '../../shared/mapping/mapped-fields.ts'
import { readReason } from './reasons.ts'
import type { Upload } from './use-upload.ts'

const choices = { skipped: ['fault', 'later'], repeated: ['fault', 'first', 'second'] } as const

/** Offers what the times mean that a clock change skips or repeats, if the file has such times. */
export function ClockChoices({ upload, faults }: { upload: Upload; faults: CsvReport['faults'] }) {
  const { say, fill } = useTexts('upload')
  const mapping = upload.mapping!
  const source = sourceOf(mapping, 'params.when')
  const found = faults.map(({ reason }) => readReason(reason))
  const shown = (['skipped', 'repeated'] as const).filter(
    (name) => source?.[name] !== undefined || found.some((one) => one?.name === name),
  )
  return shown.map((name) => (
    <label key={name} class="caution">
      {fill(say.clock[name], { zone: found.find((one) => one?.name === name)?.values.zone ?? '' })}
      <select
        value={source?.[name] ?? 'fault'}
        disabled={upload.state !== 'checked'}
        onChange={({ currentTarget: { value } }) =>
          upload.checkWith(withSource(mapping, 'params.when', { ...source, [name]: value }))
        }
      >
        {choices[name].map((one) => (
          <option key={one} value={one}>
            {say.clockChoices[one]}
          </option>
        ))}
      </select>
    </label>
  ))
}
