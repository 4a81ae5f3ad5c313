interface QueuedTask {
  start(): void
  reject(error: unknown): void
}

interface KeyState {
  running: number
  queued: Set<QueuedTask>
}

/** Per-key concurrency limiter. Excess tasks queue FIFO; an error that affects them all rejects the queue. */
export class KeyedLimiter {
  readonly #maxRunning: number
  readonly #affectsAll: (error: unknown) => boolean
  readonly #onWait: (seconds: number) => void
  readonly #keys = new Map<string, KeyState>()

  constructor(
    maxRunning: number,
    affectsAll: (error: unknown) => boolean,
    onWait: (seconds: number) => void = () => {},
  ) {
    this.#maxRunning = maxRunning
    this.#affectsAll = affectsAll
    this.#onWait = onWait
  }

  /** @throws the task's error, or a shared error of a task that ran before it */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const state = this.#keys.getOrInsertComputed(key, (): KeyState => ({ running: 0, queued: new Set() }))
    if (state.running === this.#maxRunning) return this.#queue(state).then(() => this.#start(key, state, task))
    state.running++
    return this.#start(key, state, task)
  }

  /** The number of running and queued tasks of the key. */
  count(key: string): number {
    const state = this.#keys.get(key)
    return state ? state.running + state.queued.size : 0
  }

  async #start<T>(key: string, state: KeyState, task: () => Promise<T>): Promise<T> {
    try {
      return await task()
    } catch (error) {
      if (this.#affectsAll(error)) for (const { reject } of state.queued) reject(error)
      throw error
    } finally {
      // The next task inherits the slot, so a new one cannot overtake it.
      const [next] = state.queued
      if (next) next.start()
      else if (--state.running === 0) this.#keys.delete(key)
    }
  }

  #queue({ queued }: KeyState): Promise<void> {
    const queuedAt = performance.now()
    return new Promise<void>((resolve, reject) => {
      const own: QueuedTask = {
        start() {
          queued.delete(own)
          resolve()
        },
        reject(error) {
          queued.delete(own)
          reject(error)
        },
      }
      queued.add(own)
    }).finally(() => this.#onWait((performance.now() - queuedAt) / 1_000))
  }
}
