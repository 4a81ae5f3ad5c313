import type { Holder } from './concurrency-limiter.ts'

/** Queues a task of a holder, runs it in a turn of the holder, and returns its result. A turn is one slot of the fair queue, which
 *  the holder keeps until the task ends. */
export type Turn = <T>(task: () => Promise<T>) => Promise<T>

// Longer slices delay check-in lookups. Shorter ones cost one event loop tick for each list of a day.
const sliceMs = 1

/** Round-robin scheduler. Entities take turns, and in the turns of an entity its credentials, regardless of how many tasks each
 *  has queued. In one event loop tick it starts tasks for at most `sliceMs`. Requests that do not use the queue run between the
 *  slices. */
export class FairQueue {
  readonly #width: number
  readonly #widthPerEntity: number
  readonly #nowMs: () => number
  /** The tasks of the credentials of each entity. */
  readonly #queued = new Map<string, Map<string, (() => void)[]>>()
  readonly #running = new Map<string, number>()
  #total = 0
  #tickStarted: number | undefined

  /** @param width the maximum number of concurrent tasks
   *  @param widthPerEntity the maximum for one entity
   *  @param nowMs a monotonic clock */
  constructor(width: number, widthPerEntity = width, nowMs = () => performance.now()) {
    this.#width = width
    this.#widthPerEntity = widthPerEntity
    this.#nowMs = nowMs
  }

  /** Returns the function that runs tasks in turns of the holder. An idle queue starts a task at once. */
  of({ entityId, credentialId }: Holder): Turn {
    return (task) => {
      if (this.#queued.size === 0 && this.#canStart() && this.#isBelowLimit(entityId))
        return this.#start(entityId, task)
      return new Promise((resolve) => {
        const start = () => resolve(this.#start(entityId, task))
        const ofEntity = this.#queued.getOrInsertComputed(entityId, () => new Map())
        ofEntity.getOrInsertComputed(credentialId, () => []).push(start)
        // The tasks in front can belong to entities at their limit.
        this.#drain()
      })
    }
  }

  async #start<T>(entityId: string, task: () => Promise<T>): Promise<T> {
    this.#total++
    this.#running.set(entityId, this.#runningOf(entityId) + 1)
    if (this.#tickStarted === undefined) {
      this.#tickStarted = this.#nowMs()
      setImmediate(() => {
        this.#tickStarted = undefined
        this.#drain()
      })
    }
    try {
      return await task()
    } finally {
      this.#total--
      const left = this.#runningOf(entityId) - 1
      if (left > 0) this.#running.set(entityId, left)
      else this.#running.delete(entityId)
      this.#drain()
    }
  }

  #canStart() {
    const isInSlice = this.#tickStarted === undefined || this.#nowMs() - this.#tickStarted < sliceMs
    return isInSlice && this.#total < this.#width
  }

  #runningOf(entityId: string) {
    return this.#running.get(entityId) ?? 0
  }

  #isBelowLimit(entityId: string) {
    return this.#runningOf(entityId) < this.#widthPerEntity
  }

  #drain() {
    while (this.#canStart()) {
      const start = this.#takeNext()
      if (!start) return
      start()
    }
  }

  /** Removes the oldest task of the next credential of the next entity, and moves both to the back of their queues. */
  #takeNext() {
    for (const [entityId, ofEntity] of this.#queued) {
      if (!this.#isBelowLimit(entityId)) continue
      const [credentialId, tasks] = ofEntity.entries().next().value!
      const start = tasks.shift()!
      toBack(ofEntity, credentialId, tasks, tasks.length)
      toBack(this.#queued, entityId, ofEntity, ofEntity.size)
      return start
    }
    return undefined
  }
}

/** Moves the queue to the end of the order, or removes it if it is empty. */
function toBack<Queue>(queues: Map<string, Queue>, key: string, queue: Queue, length: number) {
  queues.delete(key)
  if (length > 0) queues.set(key, queue)
}
