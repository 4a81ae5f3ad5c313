import { expect, test } from 'vitest'
import { type DueDelivery, EntityQueues } from './entity-queues.ts'

const due = (entity_id: string, number: number): DueDelivery => ({
  entity_id,
  delivery_id: `${entity_id}-${String(number).padStart(4, '0')}`,
  next_attempt_at: number,
  kind: 'notice',
})

test('a queue whose newest deliveries were found first also has the earlier ones', async () => {
  const all = Array.from({ length: 500 }, (_, index) => due('a', index))
  const queues = new EntityQueues(async (_entityId, count, { next_attempt_at, delivery_id }) =>
    all
      .filter(
        (one) =>
          one.next_attempt_at > next_attempt_at ||
          (one.next_attempt_at === next_attempt_at && one.delivery_id > delivery_id),
      )
      .slice(0, count),
  )
  for (const one of [...all.slice(-200), ...all.slice(0, -200)]) queues.add(one)
  const taken = new Set<string>()
  for (let next = await queues.takeNext(); next; next = await queues.takeNext()) taken.add(next.delivery_id)
  expect(taken.size).toBe(500)
})

test('an entity whose deliveries cannot be read does not delay other entities', async () => {
  const queues = new EntityQueues(async () => {
    throw new Error('timeout')
  })
  for (let number = 0; number < 300; number++) queues.add(due('a', number))
  queues.add(due('b', 1))
  let failures = 0
  const taken: string[] = []
  for (let count = 0; count < 300; count++)
    await queues.takeNext().then(
      (next) => next && taken.push(next.entity_id),
      () => failures++,
    )
  expect({ ofA: taken.filter((id) => id === 'a').length, ofB: taken.includes('b'), failures }).toEqual({
    ofA: 200,
    ofB: true,
    failures: 1,
  })
})
