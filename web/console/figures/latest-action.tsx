import { useContext } from 'preact/hooks'
import type { Session } from '../../access/session.ts'
import { useRead } from '../../access/use-read.ts'
import { addDays, type ClinicTime, writtenDay } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import type { Period } from '../period.ts'

interface Props {
  session: Session
  /** The sequence of the entity's latest action. */
  sequence: number
  time: ClinicTime
  onPeriod: (period: Period) => void
}

/** Links to the day of the latest action, for a period without actions. */
export function LatestAction({ session: { token, entity }, sequence, time, onPeriod }: Props) {
  const say = useWords('console')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const latest = useRead(token, sequence === 0 ? undefined : `${entity.id} ${sequence}`, (client) =>
    client.feed(entity.id, sequence - 1).next(),
  )
  const action = latest?.value?.actions[0]
  const day = action && time.dayOf(action.date)

  return (
    <p class="card row">
      {say.nothingInPeriod}{' '}
      {day && (
        <button type="button" onClick={() => onPeriod({ from: addDays(day, -29), to: day })}>
          {fill(say.toLatest, { day: writtenDay(day, locale, 'medium') })}
        </button>
      )}
    </p>
  )
}
