import type { MappingGuess } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { examplesOf } from '../../shared/mapping/mapped-fields.ts'
import { columnLabel } from './column-label.ts'
import type { Doubt } from './open-doubts.ts'
import { useReason } from './use-reason.tsx'

interface Props {
  label: string
  doubts: Doubt[]
  guess: MappingGuess
  /** Absent for doubts that are not about a column. */
  onChoose?: (columns: string[]) => void
  onSettle: () => void
}

const maxExamples = 3

/** What a person must decide about a field before notices can be sent: which of two columns it has, with the values of both, or
 *  whether the guess is right. */
export function FieldDoubts({ label, doubts, guess, onChoose, onSettle }: Props) {
  const { say, fill } = useTexts('upload')
  const reasonOf = useReason()
  if (doubts.length === 0) return null
  const isChoice = doubts.some(({ choices = [] }) => choices.length > 1)
  return (
    <fieldset class="doubts">
      <legend>{fill(say.doubtOf, { field: label })}</legend>
      {doubts.map(({ reason, choices = [] }) => (
        <div key={reason}>
          <p class="caution">{reasonOf(reason)}</p>
          {choices.length > 1 && (
            <div class="rivals">
              {choices.map((columns, index) => (
                <div key={columns.join()} class="rival">
                  <strong dir="auto">{columns.map((name) => columnLabel(name, guess, say)).join(' + ')}</strong>
                  {examplesOf(columns.length > 1 ? { columns } : { column: columns[0]! }, guess)
                    .slice(0, maxExamples)
                    .map((one) => (
                      <span key={one} class="example" dir="auto">
                        {one}
                      </span>
                    ))}
                  <button type="button" onClick={() => (index === 0 ? onSettle() : onChoose?.(columns))}>
                    {say.useColumn}
                  </button>
                </div>
              ))}
            </div>
          )}
        </div>
      ))}
      {!isChoice && (
        <button type="button" onClick={onSettle}>
          {say.isRight}
        </button>
      )}
    </fieldset>
  )
}
