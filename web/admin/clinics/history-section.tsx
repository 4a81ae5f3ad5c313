import type { Change } from '../../../client/client.ts'
import { nameOfLanguage } from '../../../client/words.ts'
import { MoreButton } from '../../console/more-button.tsx'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { type ChangeLine, linesOf, writtenValue } from './change-lines.ts'
import './clinics.css'

const pageSize = 50

/** Who changed what of the clinic. */
export function HistorySection() {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('admin-clinics', 'history')
  const { names } = useWords('settings')
  const { by } = useWords('admin')
  const { id } = session.entity
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
            <p class="hint">{fill(by, { name: change.by, at: time.moment(change.at) })}</p>
            <ChangedProperties change={change} moment={time.moment} />
          </li>
        ))}
      </ol>
      <MoreButton list={list} />
    </>
  )
}

interface Props {
  change: Change
  moment: ClinicTime['moment']
}

/** What a change did: in words for the clinic itself, and for other resources by the names of their properties. */
function ChangedProperties({ change, moment }: Props) {
  const { say, fill } = useTexts('admin-clinics')
  if (change.resource === 'logo') return <p>{say.history[kindOf(change)]}</p>
  const lines = linesOf(change.before, change.after)
  if (change.resource === 'entity') {
    return (
      <Lines
        lines={lines}
        labelOf={([name = '']) => textOf(say.fields, name) ?? name}
        written={(value, [name]) => {
          if (name === 'retired_at') return moment(String(value))
          if (name === 'names') return textOf(say.names, String(value)) ?? String(value)
          return name === 'language' ? nameOfLanguage(String(value)) : writtenValue(value)
        }}
      />
    )
  }
  return (
    <details>
      <summary>
        {say.history[kindOf(change)]} {fill(say.history.properties, { count: lines.length })}
      </summary>
      <Lines lines={lines} labelOf={(path) => path.join(' › ')} written={writtenValue} />
    </details>
  )
}

const kindOf = ({ before, after }: Change) =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'

interface LinesProps {
  lines: ChangeLine[]
  labelOf: (path: string[]) => string
  written: (value: unknown, path: string[]) => string
}

function Lines({ lines, labelOf, written }: LinesProps) {
  const say = useWords('admin-clinics').history
  function shown(value: unknown, path: string[]) {
    const text = value === undefined ? '' : written(value, path)
    return text === '' ? <span class="hint">{say.nothing}</span> : <bdi>{text}</bdi>
  }
  return (
    <dl>
      {lines.map(({ path, before, after }) => (
        <div key={path.join('/')}>
          <dt>
            <bdi>{labelOf(path)}</bdi>
          </dt>
          <dd>
            <span class="unseen">{say.before}</span> <del>{shown(before, path)}</del>{' '}
            <span class="arrow" aria-hidden="true">
              →
            </span>{' '}
            <span class="unseen">{say.after}</span> <ins>{shown(after, path)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
