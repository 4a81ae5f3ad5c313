import { describe, expect } from 'vitest'
import { entity } from '../../../test/history.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import type { Message } from '../../channels/channel.ts'
import { startWorkers } from '../../platform/scheduling/workers.ts'
import { deliveryWork } from './worker.ts'

/** Submits visits whose texts are due at once. */
async function submitTexts(rollcall: Rollcall, keys: string[]) {
  const items = keys.map((key, index) =>
    item({ external_id: key, addresses: [{ channel: 'mobile', uid: `9123456${10 + index}` }] }),
  )
  const { statusCode } = await rollcall.post('/v1/notifications/clinica-lisboa', submission(...items))
  expect(statusCode).toBe(202)
}

/** A gateway that answers a text when the test says so. */
function gateway() {
  const waiting: (() => void)[] = []
  let isOpen = false
  let most = 0
  let texts = 0
  return {
    texts: () => texts,
    /** The largest number of texts that waited at the same time. */
    most: () => most,
    answerLatest: () => waiting.pop()!(),
    /** Answers all texts from now on. */
    answerAll() {
      isOpen = true
      for (const answer of waiting.splice(0)) answer()
    },
    channel: {
      async send() {
        texts++
        if (isOpen) return { outcome: 'accepted' as const }
        const { promise, resolve } = Promise.withResolvers<void>()
        most = Math.max(most, waiting.push(resolve))
        await promise
        return { outcome: 'accepted' as const }
      },
      close() {},
    },
  }
}

describe('the worker', () => {
  serviceTest('sends the next text as soon as one of those in progress ends', async (rollcall) => {
    await rollcall.given(entity())
    await submitTexts(rollcall, ['A', 'B', 'C', 'D', 'E'])
    const { channel, texts, answerLatest, answerAll } = gateway()
    const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending({ mobile: channel }), 2))
    await expect.poll(texts).toBeGreaterThanOrEqual(2)
    // The first text gets no answer before the others.
    for (const sent of [3, 4, 5]) {
      answerLatest()
      await expect.poll(texts).toBeGreaterThanOrEqual(sent)
    }
    answerAll()
    await worker.stop()
    expect(texts()).toBe(5)
    expect(await rollcall.deliver()).toBe(0)
  })

  serviceTest('starts other texts beside slow ones, up to twice its slots', async (rollcall) => {
    await rollcall.given(entity())
    await submitTexts(rollcall, ['A', 'B', 'C', 'D', 'E', 'F'])
    const { channel, texts, most, answerLatest, answerAll } = gateway()
    const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending({ mobile: channel }), 2))
    for (const sent of [4, 5, 6]) {
      await expect.poll(texts).toBe(sent)
      answerLatest()
    }
    answerAll()
    await worker.stop()
    expect(most()).toBe(4)
  })

  serviceTest('records the outcomes of its texts before it stops', async (rollcall) => {
    await rollcall.given(entity())
    await submitTexts(rollcall, ['A', 'B', 'C', 'D', 'E', 'F'])
    const { channel, texts, answerAll } = gateway()
    const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending({ mobile: channel }), 2))
    await expect.poll(texts).toBeGreaterThanOrEqual(2)
    const stopped = worker.stop()
    answerAll()
    await stopped
    expect(texts()).toBeLessThanOrEqual(4)
    expect(texts() + (await rollcall.deliver())).toBe(6)
  })

  serviceTest('sends nothing more on a channel while its provider is busy', async (rollcall) => {
    await rollcall.given(entity())
    await submitTexts(rollcall, ['A', 'B', 'C', 'D'])
    const taken: string[] = []
    const refused = Promise.withResolvers<void>()
    const busy = {
      async send({ id }: Message) {
        taken.push(id)
        refused.resolve()
        return { outcome: 'later' as const, reason: 'too many requests', afterMs: 3_600_000 }
      },
      close() {},
    }
    const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending({ mobile: busy }), 1))
    await refused.promise
    const { database } = rollcall
    const waiting = () => database.selectFrom('deliveries').select('reason').where('reason', 'is not', null).execute()
    await expect.poll(waiting).toHaveLength(1)
    await worker.stop()
    expect(taken).toHaveLength(1)
    // The others were not attempted: they are due.
    expect(await rollcall.deliver()).toBe(3)
  })
})
