import { describe, expect } from 'vitest'
import { entity } from '../../test/history.ts'
import { eachEngine, type Rollcall } from '../../test/rollcall.ts'
import { item, submission } from '../../test/submission.ts'
import { minutes, seconds } from '../instant.ts'
import { DueScan } from './due-scan.ts'
import { startDelivering } from './worker.ts'

/** Submits visits whose texts are due at once. */
async function submitTexts(rollcall: Rollcall, keys: string[]) {
  const items = keys.map((key, index) =>
    item({ external_id: key, addresses: [{ channel: 'mobile', uid: `9123456${10 + index}` }] }),
  )
  const { statusCode } = await rollcall.post('/v1/notifications/clinica-lisboa', submission(...items))
  expect(statusCode).toBe(202)
}

/** A gateway that answers when the test calls `answer`. */
function gateway() {
  const open: (() => void)[] = []
  let most = 0
  let texts = 0
  return {
    counts: () => ({ open: open.length, texts }),
    most: () => most,
    /** Answers the text that waits for the longest, or the one at `index`. */
    answer: (index = 0) => open.splice(index, 1)[0]!(),
    channel: {
      takesReplies: false,
      async send() {
        texts++
        const { promise, resolve } = Promise.withResolvers<void>()
        most = Math.max(most, open.push(resolve))
        await promise
        return undefined
      },
      close() {},
    },
  }
}

describe('the worker', () => {
  eachEngine('sends the next text as soon as one of those in progress ends', async (rollcall) => {
    await rollcall.given(entity())
    await submitTexts(rollcall, ['A', 'B', 'C', 'D', 'E'])
    const { channel, counts, most, answer } = gateway()
    const worker = startDelivering(rollcall.sending({ mobile: channel }), 2)
    await expect.poll(counts).toEqual({ open: 2, texts: 2 })
    // The first text never gets an answer during the others.
    for (const texts of [3, 4, 5]) {
      answer(1)
      await expect.poll(counts).toEqual({ open: 2, texts })
    }
    answer()
    answer()
    await worker.stop()
    expect(most()).toBe(2)
    expect(await rollcall.deliver()).toBe(0)
  })

  eachEngine('ends its attempts before it stops, and starts no other', async (rollcall) => {
    await rollcall.given(entity())
    await submitTexts(rollcall, ['A', 'B', 'C'])
    const { channel, counts, answer } = gateway()
    const worker = startDelivering(rollcall.sending({ mobile: channel }), 2)
    await expect.poll(counts).toEqual({ open: 2, texts: 2 })
    const stopped = worker.stop()
    answer()
    answer()
    await stopped
    expect(counts()).toEqual({ open: 0, texts: 2 })
    expect(await rollcall.deliver()).toBe(1)
  })
})

describe('a scan of due deliveries', () => {
  eachEngine('continues after its last position, and begins again a second later', async (rollcall) => {
    const { database, clock, given } = rollcall
    await given(entity())
    await submitTexts(rollcall, ['B', 'C', 'D'])
    const scan = new DueScan(database, 'mobile')
    const next = async () => (await scan.next(1, clock)).map(({ next_attempt_at }) => clock.now() - next_attempt_at)
    expect([await next(), await next()]).toEqual([[0], [0]])
    await database
      .updateTable('deliveries')
      .set({ next_attempt_at: clock.now() - minutes(1) })
      .where('delivery_id', '=', ({ selectFrom }) =>
        selectFrom('deliveries').select(({ fn }) => fn.min('delivery_id').as('id')),
      )
      .execute()
    expect([await next(), await next()]).toEqual([[0], []])
    clock.time += seconds(1)
    expect(await next()).toEqual([minutes(1) + seconds(1)])
  })
})
