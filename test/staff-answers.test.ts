import { expect } from 'vitest'
import type { NotificationStatus } from '../client/client.ts'
import { parseInstant } from '../src/platform/time/instant.ts'
import { answerNames } from '../src/visits/plugins/plugin.ts'
import { plugins } from '../src/visits/plugins/registry.ts'
import { notificationStates } from '../src/visits/state.ts'
import { takesAnswer } from '../web/console/takes-answers.ts'
import { notifications, setState, setTime } from './contact.ts'
import { entity, notification } from './history.ts'
import { serviceTest } from './rollcall.ts'

const [when, end] = ['2026-03-30T08:30:00Z', '2026-03-30T09:00:00Z']
const times = ['08:29:59', '08:30:00', '08:59:59', '09:00:00'].map((time) => `2026-03-30T${time}Z`)

serviceTest(
  'the console offers the answers that the service records, in each state and at each time',
  async (rollcall) => {
    const { given, get, post } = rollcall
    const kinds = [
      ...plugins.map(({ category, target }) => ({ category, target })),
      { category: 'dental', target: 'checkup' },
    ]
    await given(
      entity(),
      ...kinds.flatMap((kind) =>
        notificationStates.map((state) =>
          notification({
            ...kind,
            id: `${kind.target}-${state}`,
            external_id: `${kind.target}-${state}`,
            params: { when, end },
          }),
        ),
      ),
    )
    for (const now of [...times, '2026-04-13T08:59:59Z', '2026-04-13T09:00:00Z']) {
      setTime(rollcall, now)
      for (const { target } of kinds) {
        for (const state of notificationStates) {
          for (const action of answerNames) {
            const id = `${target}-${state}`
            await setState(rollcall, id, state)
            const before: NotificationStatus = (await get(`${notifications}/${id}`)).json()
            const wish = action === 'reschedule' ? { wish: `Mondays, ${now}` } : {}
            await post(`${notifications}/${id}/answer`, { action, ...wish })
            const after = (await get(`${notifications}/${id}`)).json()
            const isRecorded = JSON.stringify(after) !== JSON.stringify(before)
            const isOffered = takesAnswer(action, before, parseInstant(now)! / 1_000)
            expect({ id, action, now, isOffered }).toEqual({ id, action, now, isOffered: isRecorded })
          }
        }
      }
    }
  },
)
