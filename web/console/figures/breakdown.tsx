import { useContext, useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../access/session.ts'
import { useWords } from '../../language.tsx'
import { LocationContext } from '../../page-location.ts'
import type { Period } from '../period.ts'
import { BreakdownTable } from './breakdown-table.tsx'
import type { By } from './by.ts'
import { MissedCost } from './missed-cost.tsx'
import { useRecounted } from './use-recounted.ts'

export interface BreakdownProps {
  session: Session
  period: Period
  today: string
  /** The number of live actions: each may change the counts. */
  actions: number
}

const defaultBy: By = 'weekday'

/** Scrolls to the element if the address asks for the comparison. */
function useScrolledTo() {
  const { place, amend } = useContext(LocationContext)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.section !== 'compare') return
    element.current?.scrollIntoView()
    amend({ section: undefined })
  }, [place.section])
  return element
}

/** The visits that are over by doctor, weekday or another feature, of all doctors or of one. */
export function Breakdown({ session, period, today, actions }: BreakdownProps) {
  const say = useWords('figures')
  const { place, go } = useContext(LocationContext)
  const names = Object.keys(say.names) as By[]
  const by = names.find((name) => name === place.compare) ?? defaultBy
  const { of: doctor } = place
  const head = useScrolledTo()
  const { from, to } = period
  const key = JSON.stringify([from, to, by, doctor])
  const { counts, isCurrent } = useRecounted(session, key, actions, async (client) => ({
    counted: { period, today, by, doctor },
    outcomes: await client.visitOutcomes(session.entity.id, from, to, { by, ...(doctor && { doctor: [doctor] }) }),
  }))
  return (
    <>
      <div class="breakdown-head" ref={head}>
        <h2 id="breakdown">
          {say.title}{' '}
          {doctor && (
            <span class="clinic" dir="auto">
              {doctor}
            </span>
          )}
        </h2>
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
        counted={counts?.counted ?? { period, today, by, doctor }}
        outcomes={counts?.outcomes}
        isLoading={!isCurrent}
      />
      <MissedCost key={session.entity.id} entityId={session.entity.id} missed={counts?.outcomes.over.no_show} />
    </>
  )
}
