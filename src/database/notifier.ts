/** Carries notifications from one process to the others. Delivery is best effort: listeners also poll. */
export interface ProcessNotifier {
  pollEveryMs: number
  /** Notifies every process, possibly this one too. */
  notify(entityId: string): void
  /** From now on, `listener` receives the entity of each notification, or undefined when some may have been lost. */
  listen(listener: (entityId: string | undefined) => void): void
}

/** Wakes the requests that wait for new actions of an entity. */
export class Notifier {
  readonly #processes: ProcessNotifier
  readonly #waiting = new Map<string, Set<() => void>>()
  #isListening = false

  constructor(processes: ProcessNotifier) {
    this.#processes = processes
  }

  /** Call this after the commit. */
  notify(entityId: string) {
    this.#wake(entityId)
    this.#processes.notify(entityId)
  }

  /** Resolves when the entity may have new actions, when it is time to poll, or when `signal` is aborted.
   *  Call this before reading, because earlier notifications are not repeated. */
  wait(entityId: string, signal: AbortSignal): Promise<void> {
    this.#listen()
    const waiting = this.#waiting.get(entityId) ?? new Set()
    this.#waiting.set(entityId, waiting)
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(poll)
        signal.removeEventListener('abort', wake)
        waiting.delete(wake)
        if (waiting.size === 0 && this.#waiting.get(entityId) === waiting) this.#waiting.delete(entityId)
        resolve()
      }
      const poll = setTimeout(wake, this.#processes.pollEveryMs)
      waiting.add(wake)
      signal.addEventListener('abort', wake)
      if (signal.aborted) wake()
    })
  }

  #listen() {
    if (this.#isListening) return
    this.#isListening = true
    this.#processes.listen((entityId) => (entityId === undefined ? this.#wakeAll() : this.#wake(entityId)))
  }

  #wake(entityId: string) {
    for (const wake of this.#waiting.get(entityId) ?? []) wake()
  }

  #wakeAll() {
    for (const entityId of this.#waiting.keys()) this.#wake(entityId)
  }
}
