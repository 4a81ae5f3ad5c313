import type { ListedTask, NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import type { Period } from '../../shared/time/period.ts'
import { nameOfNotices } from '../../shared/visits/visit.ts'
import { MoreButton } from '../more-button.tsx'
import { TaskNotices } from './task-notices.tsx'
import './tasks.css'

const deliveryStates = ['read', 'delivered', 'sent', 'written', 'pending', 'failed', 'stopped'] as const

/** The deliveries by their shown state: a message that was written to a file is not sent. */
const shownCounts = ({
  deliveries,
  written = 0,
}: ListedTask): Partial<Record<(typeof deliveryStates)[number], number>> => ({
  ...deliveries,
  written,
  sent: (deliveries.sent ?? 0) - written,
})
const pageSize = 20

interface Props {
  period: Period
  onOpen: (notification: NotificationStatus) => void
}

/** The tasks submitted in the period, each with its counts and its notices. */
export function Tasks(props: Props) {
  const { session } = useSignedIn()
  const say = useWords('console')
  return (
    <section class="card tasks" aria-labelledby="tasks">
      <h2 id="tasks">{say.tasks}</h2>
      {session.scopes.includes('notifications:read') ? <TaskList {...props} /> : <p class="hint">{say.needsScope}</p>}
    </section>
  )
}

function TaskList({ period: { from, to }, onOpen }: Props) {
  const { session } = useSignedIn()
  const say = useWords('console')
  const { id } = session.entity
  const tasks = usePages(`${id} ${from} ${to}`, pageSize, (client) => client.tasks(id, from, to))
  return (
    <>
      {tasks.state === 'read' && tasks.items.length === 0 && <p class="hint">{say.noTasks}</p>}
      <ol>
        {tasks.items.map((task) => (
          <li key={task.task_id}>
            <TaskEntry task={task} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      <MoreButton list={tasks} />
    </>
  )
}

function TaskEntry({ task, onOpen }: Omit<Props, 'period'> & { task: ListedTask }) {
  const { time } = useSignedIn()
  const say = { ...useWords('console'), ...useWords('tasks') }
  const plugins = useWords('plugins')
  const { fill, locale } = useLanguage()
  const count = Object.values(task.notifications).reduce((sum, one) => sum + one, 0)
  const name = nameOfNotices(task, plugins)
  const counts = shownCounts(task)
  return (
    <TaskNotices task={task} onOpen={onOpen}>
      <strong>
        {name} · <time dateTime={task.created_at}>{time.moment(task.created_at)}</time>
      </strong>
      <span class="marks">
        {task.test && <span class="mark">{say.test}</span>}
        <span>
          {fill(say.counts, { count: count.toLocaleString(locale), reached: task.reached.toLocaleString(locale) })}
        </span>
        {deliveryStates.map(
          (one) =>
            counts[one] !== undefined &&
            counts[one] > 0 && (
              <span class={`mark ${one}`}>
                {say.deliveryStates[one]} {counts[one].toLocaleString(locale)}
              </span>
            ),
        )}
      </span>
    </TaskNotices>
  )
}
