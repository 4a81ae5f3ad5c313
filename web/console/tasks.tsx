import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { createClient, type ListedTask, type NotificationStatus } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { Speaking, useWords } from '../language.tsx'
import { DeliveryList } from './delivery-list.tsx'
import type { Period } from './period.ts'
import { words } from './words.ts'

const deliveryStates = ['delivered', 'sent', 'pending', 'failed', 'stopped'] as const
const pageSize = 20

/** The delivery counts of each task submitted in the period. */
export function Tasks({ session, period, time }: { session: Session; period: Period; time: ClinicTime }) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const { tasks, state, more } = useTasks(session, period)
  return (
    <section class="card tasks" aria-labelledby="tasks">
      <h2 id="tasks">{say.tasks}</h2>
      {state === 'not-allowed' && <p class="hint">{say.noTasksAllowed}</p>}
      {state === 'whole' && tasks.length === 0 && <p class="hint">{say.noTasks}</p>}
      {state === 'failed' && <p class="fault">{say.listStates.failed}</p>}
      <ol>
        {tasks.map((task) => (
          <li key={task.task_id}>
            <p>
              <strong>{time.moment(task.created_at)}</strong>{' '}
              {say.notices.replace('{count}', total(task.notifications).toLocaleString(locale))}
            </p>
            <p class="marks">
              {deliveryStates.map(
                (one) =>
                  task.deliveries[one] && (
                    <span class={`mark ${one}`}>
                      {say.deliveryStates[one]} {task.deliveries[one].toLocaleString(locale)}
                    </span>
                  ),
              )}
            </p>
            {task.deliveries.failed && <Failures session={session} task={task} time={time} />}
          </li>
        ))}
      </ol>
      {(state === 'more' || state === 'failed') && (
        <button type="button" onClick={more}>
          {state === 'more' ? say.more : say.again}
        </button>
      )}
    </section>
  )
}

const total = (counts: Partial<Record<string, number>>) =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)

/** The failed deliveries of a task, with their reasons. */
function Failures({ session, task, time }: { session: Session; task: ListedTask; time: ClinicTime }) {
  const say = useWords(words)
  const [failed, setFailed] = useState<NotificationStatus[]>([])
  const [state, setState] = useState<'unread' | 'reading' | 'read' | 'failed'>('unread')

  async function load() {
    if (state === 'reading' || state === 'read') return
    setState('reading')
    try {
      const client = createClient({ url: serviceUrl, token: session.token })
      const all = client.taskNotifications(session.entity.id, task.task_id, { delivery: ['failed'] })
      setFailed(await Array.fromAsync(all))
      setState('read')
    } catch {
      setState('failed')
    }
  }

  return (
    <details onToggle={(event) => event.currentTarget.open && load()} aria-busy={state === 'reading'}>
      <summary>{say.failures}</summary>
      {state === 'failed' && <p class="fault">{say.listStates.failed}</p>}
      <ul>
        {failed.map(({ id, contact, external_id, deliveries }) => (
          <li key={id}>
            <strong dir="auto">{contact.name}</strong> <span class="hint">{external_id}</span>
            <DeliveryList deliveries={deliveries.filter(({ state }) => state === 'failed')} time={time} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function useTasks({ token, entity, scopes }: Session, { from, to }: Period) {
  const [tasks, setTasks] = useState<ListedTask[]>([])
  const [state, setState] = useState<'reading' | 'more' | 'whole' | 'failed' | 'not-allowed'>('reading')
  const [attempt, setAttempt] = useState(0)
  const reading = useRef<() => Promise<void>>(undefined)

  useEffect(() => {
    setTasks([])
    if (!scopes.includes('notifications:read')) return setState('not-allowed')
    const ending = new AbortController()
    const client = createClient({ url: serviceUrl, token, signal: ending.signal })
    const all = client.tasks(entity.id, from, to)
    reading.current = async () => {
      setState('reading')
      try {
        for (let count = 0; count < pageSize; count++) {
          const { value: task, done } = await all.next()
          if (ending.signal.aborted) return
          if (done) return setState('whole')
          setTasks((before) => [...before, task])
        }
        setState('more')
      } catch {
        if (!ending.signal.aborted) setState('failed')
      }
    }
    reading.current()
    return () => ending.abort()
  }, [token, entity.id, from, to, attempt])

  return { tasks, state, more: () => (state === 'failed' ? setAttempt(attempt + 1) : reading.current?.()) }
}
