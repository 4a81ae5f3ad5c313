/** How an engine brings the news of one process to the others. */
export interface Wire {
  /** In milliseconds: so often whoever waits looks for himself, since news may be lost. */
  lookEvery: number
  /** Tells all processes, this one too or not; whether it arrives is not certain. */
  send(entityId: string): void
  /** Hears what processes send, from now on; undefined when something may have been missed. */
  listen(heard: (entityId: string | undefined) => void): void
}

/** Wakes those who wait for something new of an entity. */
export class Signals {
  readonly #wire: Wire
  readonly #waiting = new Map<string, Set<() => void>>()
  #isListening = false

  constructor(wire: Wire) {
    this.#wire = wire
  }

  /** There is something new of the entity, committed. */
  send(entityId: string) {
    this.#wake(entityId)
    this.#wire.send(entityId)
  }

  /** Resolves when there may be something new of the entity, or `signal` is aborted. What came before is not told: ask for
   *  this first, and look then. */
  wait(entityId: string, signal: AbortSignal): Promise<void> {
    this.#listen()
    const waiting = this.#waiting.get(entityId) ?? new Set()
    this.#waiting.set(entityId, waiting)
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(late)
        signal.removeEventListener('abort', wake)
        waiting.delete(wake)
        if (waiting.size === 0 && this.#waiting.get(entityId) === waiting) this.#waiting.delete(entityId)
        resolve()
      }
      const late = setTimeout(wake, this.#wire.lookEvery)
      waiting.add(wake)
      signal.addEventListener('abort', wake)
      if (signal.aborted) wake()
    })
  }

  #listen() {
    if (this.#isListening) return
    this.#isListening = true
    this.#wire.listen((heard) => (heard === undefined ? this.#wakeAll() : this.#wake(heard)))
  }

  #wake(entityId: string) {
    for (const wake of this.#waiting.get(entityId) ?? []) wake()
  }

  #wakeAll() {
    for (const entityId of this.#waiting.keys()) this.#wake(entityId)
  }
}
