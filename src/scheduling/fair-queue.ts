/** Queues a task of one key, runs it in a turn of the key, and returns its result. A turn is one slot of the fair queue: the
 *  key holds it until the task ends. */
export type Turn = <T>(task: () => Promise<T>) => Promise<T>

// Longer slices delay check-in lookups. Shorter ones cost one event loop tick for each list of a day.
const sliceMs = 1

/** Round-robin scheduler. Keys take turns, regardless of how many tasks each key has queued. In one event loop tick it
 *  starts tasks for at most `sliceMs`. Requests that do not use the queue run between the slices. */
export class FairQueue {
  readonly #width: number
  readonly #widthPerKey: number
  readonly #nowMs: () => number
  readonly #queued = new Map<string, (() => void)[]>()
  readonly #running = new Map<string, number>()
  #total = 0
  #tickStarted: number | undefined

  /** @param width the maximum number of concurrent tasks
   *  @param widthPerKey the maximum for one key
   *  @param nowMs a monotonic clock */
  constructor(width: number, widthPerKey = width, nowMs = () => performance.now()) {
    this.#width = width
    this.#widthPerKey = widthPerKey
    this.#nowMs = nowMs
  }

  /** Returns the function that runs tasks in turns of one key. An idle queue starts a task at once. */
  of(key: string): Turn {
    return (task) => {
      if (this.#queued.size === 0 && this.#canStart() && this.#isBelowLimit(key)) return this.#start(key, task)
      return new Promise((resolve) => {
        const start = () => resolve(this.#start(key, task))
        const tasks = this.#queued.get(key)
        if (tasks) tasks.push(start)
        else this.#queued.set(key, [start])
        // The tasks in front can belong to keys at their limit.
        this.#drain()
      })
    }
  }

  async #start<T>(key: string, task: () => Promise<T>): Promise<T> {
    this.#total++
    this.#running.set(key, this.#runningOf(key) + 1)
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
      const left = this.#runningOf(key) - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
      this.#drain()
    }
  }

  #canStart() {
    const isInSlice = this.#tickStarted === undefined || this.#nowMs() - this.#tickStarted < sliceMs
    return isInSlice && this.#total < this.#width
  }

  #runningOf(key: string) {
    return this.#running.get(key) ?? 0
  }

  #isBelowLimit(key: string) {
    return this.#runningOf(key) < this.#widthPerKey
  }

  #drain() {
    while (this.#canStart()) {
      const start = this.#takeNext()
      if (!start) return
      start()
    }
  }

  /** Removes the oldest task of the next key, and moves that key to the back of the queue. */
  #takeNext() {
    for (const [key, tasks] of this.#queued) {
      if (!this.#isBelowLimit(key)) continue
      const start = tasks.shift()!
      this.#queued.delete(key)
      if (tasks.length > 0) this.#queued.set(key, tasks)
      return start
    }
    return undefined
  }
}
