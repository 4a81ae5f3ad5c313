/** Runs a task when it is the caller's turn, and gives what the task gives. */
export type Turn = <T>(task: () => Promise<T>) => Promise<T>

// Milliseconds. Longer slices make look-ups wait; shorter ones cost a tick for each day that is listed.
const slice = 1

/** Round-robin scheduler. Keys take turns, however many tasks each of them has queued. In one event loop tick it starts
 *  tasks for at most a millisecond: requests that need no turn are answered in between. */
export class FairQueue {
  readonly #width: number
  readonly #queued = new Map<string, (() => void)[]>()
  #running = 0
  #tickStarted: number | undefined

  /** @param width how many tasks run at once */
  constructor(width: number) {
    this.#width = width
  }

  /** The turns of one key. An idle queue starts the task at once. */
  of(key: string): Turn {
    return (task) => {
      if (this.#queued.size === 0 && this.#canStart()) return this.#start(task)
      return new Promise((resolve) => {
        const start = () => resolve(this.#start(task))
        const tasks = this.#queued.get(key)
        if (tasks) tasks.push(start)
        else this.#queued.set(key, [start])
      })
    }
  }

  async #start<T>(task: () => Promise<T>): Promise<T> {
    this.#running++
    if (this.#tickStarted === undefined) {
      this.#tickStarted = performance.now()
      setImmediate(() => {
        this.#tickStarted = undefined
        this.#drain()
      })
    }
    try {
      return await task()
    } finally {
      this.#running--
      this.#drain()
    }
  }

  #canStart() {
    const isInSlice = this.#tickStarted === undefined || performance.now() - this.#tickStarted < slice
    return isInSlice && this.#running < this.#width
  }

  #drain() {
    while (this.#queued.size > 0 && this.#canStart()) this.#takeNext()()
  }

  /** Takes the oldest task of the next key, which then goes to the back of the queue. */
  #takeNext() {
    const [key, tasks] = this.#queued.entries().next().value!
    const start = tasks.shift()!
    this.#queued.delete(key)
    if (tasks.length > 0) this.#queued.set(key, tasks)
    return start
  }
}
