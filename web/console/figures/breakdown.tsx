import { useContext } from 'preact/hooks'
import type { Session } from '../../access/session.ts'
import { useFormat, useWords } from '../../language.tsx'
import { LocationContext } from '../../page-location.ts'
import type { Period } from '../period.ts'
import { BreakdownTable, type By } from './breakdown-table.tsx'
import { MissedCost } from './missed-cost.tsx'
import { useRecounted } from './use-recounted.ts'

export interface BreakdownProps {
  session: Session
  period: Period
  /** The number of live actions: each may change the counts. */
  actions: number
}

const defaultBy: By = 'weekday'

/** The visits that are over by doctor, weekday or another feature, of all doctors or of one. */
export function Breakdown({ session, period, actions }: BreakdownProps) {
  const say = useWords('figures')
  const fill = useFormat()
  const { place, go } = useContext(LocationContext)
  const names = Object.keys(say.names) as By[]
  const by = names.find((name) => name === place.compare) ?? defaultBy
  const { of: doctor } = place
  const { from, to } = period
  const key = JSON.stringify([from, to, by, doctor])
  const { counts: counted, isCurrent } = useRecounted(session, key, actions, async (client) => ({
    by,
    outcomes: await client.visitOutcomes(session.entity.id, from, to, { by, ...(doctor && { doctor: [doctor] }) }),
  }))
  const chooseDoctor = (name: string) => go({ of: name, compare: 'weekday' })

  return (
    <>
      <div class="breakdown-head">
        <h2 id="breakdown">
          {say.title}
          {doctor && (
            <>
              {' '}
              <span class="clinic">{fill(say.onlyDoctor, { doctor })}</span>
            </>
          )}
        </h2>
        {doctor && (
          <button type="button" class="quiet" onClick={() => go({ of: undefined, compare: 'doctor' })}>
            {say.allDoctors}
          </button>
        )}
        <label>
          {say.by}
          <select value={by} onChange={({ currentTarget }) => go({ compare: currentTarget.value })}>
            {names.map((name) => (
              <option key={name} value={name}>
                {say.names[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <BreakdownTable
        by={counted?.by ?? by}
        outcomes={counted?.outcomes}
        isLoading={!isCurrent}
        onDoctor={chooseDoctor}
      />
      <MissedCost key={session.entity.id} entityId={session.entity.id} missed={counted?.outcomes.over.no_show} />
    </>
  )
}
