/** Carries notifications from one process to the others. Delivery is best effort: the notifier also polls. */
export interface ProcessNotifier {
  /** Notifies every process, possibly this one too. */
  notify(entityId: string): void
  /** From now on, `listener` receives the entity of each notification, or undefined when any entity may have changed. */
  listen(listener: (entityId: string | undefined) => void): void
}

/** Returns the sequence of the latest action of each entity, in one statement. */
type ReadLastSequences = (entityIds: string[]) => Promise<{ entity_id: string; last_sequence: number }[]>

type Waiter = { sequence: number; wake(last?: number): void }

// After a lost notification, an action arrives this much later.
const pollEveryMs = 2_000

/** Wakes the requests that wait for new actions of an entity. All waiting requests of the process share one statement. */
export class Notifier {
  readonly #processes: ProcessNotifier
  readonly #readLastSequences: ReadLastSequences
  readonly #waiting = new Map<string, Set<Waiter>>()
  readonly #changed = new Set<string>()
  #isListening = false
  #isChecking = false
  #poll: NodeJS.Timeout | undefined

  constructor(processes: ProcessNotifier, readLastSequences: ReadLastSequences) {
    this.#processes = processes
    this.#readLastSequences = readLastSequences
  }

  /** Call this after the commit. */
  notify(entityId: string) {
    this.#check([entityId])
    this.#processes.notify(entityId)
  }

  /** Resolves to the entity's last sequence when it differs from `sequence`, or to undefined when `signal` is aborted. The
   *  sequence is lower after a failover that lost actions. It may also be older than this call: read again to be sure. */
  wait(entityId: string, sequence: number, signal: AbortSignal): Promise<number | undefined> {
    this.#listen()
    const waiting = this.#waiting.get(entityId) ?? new Set()
    this.#waiting.set(entityId, waiting)
    return new Promise((resolve) => {
      const abort = () => waiter.wake()
      const waiter: Waiter = {
        sequence,
        wake: (last) => {
          signal.removeEventListener('abort', abort)
          waiting.delete(waiter)
          if (waiting.size === 0 && this.#waiting.get(entityId) === waiting) this.#waiting.delete(entityId)
          resolve(last)
        },
      }
      if (signal.aborted) return resolve(undefined)
      waiting.add(waiter)
      signal.addEventListener('abort', abort)
      // An action may have been committed between the last read and this call.
      this.#check([entityId])
      this.#pollLater()
    })
  }

  #listen() {
    if (this.#isListening) return
    this.#isListening = true
    this.#processes.listen((entityId) => this.#check(entityId === undefined ? this.#waiting.keys() : [entityId]))
  }

  #pollLater() {
    this.#poll ??= setTimeout(() => {
      this.#poll = undefined
      if (this.#waiting.size === 0) return
      this.#check(this.#waiting.keys())
      this.#pollLater()
    }, pollEveryMs).unref()
  }

  /** One statement runs at a time. The entities that change in the meantime share the next one. */
  async #check(entityIds: Iterable<string>) {
    for (const entityId of entityIds) if (this.#waiting.has(entityId)) this.#changed.add(entityId)
    if (this.#isChecking) return
    this.#isChecking = true
    while (this.#changed.size > 0) {
      const changed = [...this.#changed]
      this.#changed.clear()
      // If the database is unavailable, the next poll checks again.
      const rows = await this.#readLastSequences(changed).catch(() => [])
      for (const { entity_id, last_sequence } of rows) this.#wake(entity_id, last_sequence)
    }
    this.#isChecking = false
  }

  #wake(entityId: string, last: number) {
    for (const waiter of this.#waiting.get(entityId) ?? []) if (waiter.sequence !== last) waiter.wake(last)
  }
}
