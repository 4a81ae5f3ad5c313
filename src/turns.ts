import { Problem } from './errors.ts'

interface Line {
  underWay: number
  waiting: Set<() => void>
}

/** Lets at most so many at a time work for the same key; the others stand in line, each only so many milliseconds. */
export class Turns {
  readonly #most: number
  readonly #patience: number
  readonly #onWait: (seconds: number) => void
  readonly #lines = new Map<string, Line>()

  constructor(most: number, patience: number, onWait: (seconds: number) => void = () => {}) {
    this.#most = most
    this.#patience = patience
    this.#onWait = onWait
  }

  /** @throws Problem database-unavailable when it does not come to its turn, and whatever `work` throws */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { underWay: 0, waiting: new Set() }
    this.#lines.set(key, line)
    if (line.underWay < this.#most) line.underWay++
    else await this.#comeUp(line)
    try {
      return await work()
    } finally {
      // Who is next takes the place as it is.
      const [next] = line.waiting
      if (next) next()
      else if (--line.underWay === 0) this.#lines.delete(key)
    }
  }

  #comeUp({ waiting }: Line): Promise<void> {
    const asked = performance.now()
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new Problem('database-unavailable'))
      }, this.#patience)
      waiting.add(begin)
    }).finally(() => this.#onWait((performance.now() - asked) / 1_000))
  }
}
