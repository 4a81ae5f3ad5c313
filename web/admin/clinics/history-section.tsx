import { useMemo } from 'preact/hooks'
import type { Change } from '../../../client/client.ts'
import { MoreButton } from '../../console/more-button.tsx'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import { clinicTime } from '../../shared/time/clinic-time.ts'
import { ChangedProperties } from './changed-properties.tsx'
import './clinics.css'

const pageSize = 50

/** Who changed what of the clinic. */
export function HistorySection() {
  const { session } = useSignedIn()
  const { say, fill, locale } = useTexts('admin-clinics', 'history')
  const { names } = useWords('settings')
  const { by } = useWords('admin')
  const { id, time_zone } = session.entity
  const { moment } = useMemo(() => clinicTime(time_zone, locale), [time_zone, locale])
  const list = usePages<Change>(id, pageSize, (client) => client.history(id))
  return (
    <>
      {list.state === 'read' && !list.hasMore && list.items.length === 0 && <p class="hint">{say.none}</p>}
      <ol class="rows changes" aria-busy={list.state === 'reading'}>
        {list.items.map((change, index) => (
          // Several changes can have the same instant, and the list grows only at its end.
          <li key={index}>
            <h3>
              {textOf({ ...names, ...say.resources }, change.resource) ?? change.resource}
              {change.name !== undefined && (
                <>
                  {' '}
                  <bdi>{change.name}</bdi>
                </>
              )}
            </h3>
            <p class="hint">{fill(by, { name: change.by, at: moment(change.at) })}</p>
            <ChangedProperties change={change} moment={moment} />
          </li>
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  )
}
