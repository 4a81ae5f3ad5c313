interface Waiting {
  begin(): void
  fail(error: unknown): void
}

interface Line {
  underWay: number
  waiting: Set<Waiting>
}

/** Lets at most so many at a time work for the same key; the others stand in line, as long as it moves: when work fails in a
 *  way that would be theirs, too, they fail with it. */
export class Turns {
  readonly #most: number
  readonly #concernsAll: (error: unknown) => boolean
  readonly #onWait: (seconds: number) => void
  readonly #lines = new Map<string, Line>()

  constructor(most: number, concernsAll: (error: unknown) => boolean, onWait: (seconds: number) => void = () => {}) {
    this.#most = most
    this.#concernsAll = concernsAll
    this.#onWait = onWait
  }

  /** @throws whatever `work` throws, or that of others before it in the line did */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    let line = this.#lines.get(key)
    if (!line) {
      line = { underWay: 0, waiting: new Set() }
      this.#lines.set(key, line)
    }
    if (line.underWay === this.#most) return this.#comeUp(line).then(() => this.#run(key, line, work))
    line.underWay++
    return this.#run(key, line, work)
  }

  /** How many there are of the key, under way or waiting. */
  count(key: string): number {
    const line = this.#lines.get(key)
    return line ? line.underWay + line.waiting.size : 0
  }

  async #run<T>(key: string, line: Line, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (this.#concernsAll(error)) for (const { fail } of line.waiting) fail(error)
      throw error
    } finally {
      // Who is next takes the place as it is.
      const [next] = line.waiting
      if (next) next.begin()
      else if (--line.underWay === 0) this.#lines.delete(key)
    }
  }

  #comeUp({ waiting }: Line): Promise<void> {
    const asked = performance.now()
    return new Promise<void>((resolve, reject) => {
      const own: Waiting = {
        begin() {
          waiting.delete(own)
          resolve()
        },
        fail(error) {
          waiting.delete(own)
          reject(error)
        },
      }
      waiting.add(own)
    }).finally(() => this.#onWait((performance.now() - asked) / 1_000))
  }
}
