import type { ActionRecord } from '../../../client/client.ts'

const pageSize = 100
const reportEveryMs = 250
// Lets the page react between two slices of a search.
const sliceMs = 12

export interface ActionList {
  rows: ActionRecord[]
  /** The date of the last record that was read. */
  lookedUntil: string | undefined
  state: 'reading' | 'more' | 'stopped' | 'whole' | 'failed'
}

interface Reading {
  /** Reads until it has found a hundred more. */
  more(): Promise<void>
  stop(): void
  end(): void
}

/** Reads records on demand, and reports the list from time to time. */
export function readActions(
  records: AsyncIterator<ActionRecord>,
  isWanted: (record: ActionRecord) => boolean,
  onList: (list: ActionList) => void,
): Reading {
  const rows: ActionRecord[] = []
  let lookedUntil: string | undefined
  // A stopped run may still wait for the service when the next one starts.
  let run = 0
  let timer: ReturnType<typeof setInterval>
  const report = (state: ActionList['state']) => onList({ rows: [...rows], lookedUntil, state })

  /** Returns the state in which the list is when the run ends. */
  async function find(enough: number, isCurrent: () => boolean): Promise<ActionList['state']> {
    const endSlice = createSlices()
    while (isCurrent()) {
      const { value: record, done } = await records.next()
      if (done) return 'whole'
      lookedUntil = record.date
      if (isWanted(record)) rows.push(record)
      if (rows.length >= enough) return 'more'
      await endSlice()
    }
    return 'stopped'
  }

  return {
    async more() {
      const current = ++run
      report('reading')
      clearInterval(timer)
      timer = setInterval(() => report('reading'), reportEveryMs)
      const state = await find(rows.length + pageSize, () => current === run).catch(() => 'failed' as const)
      if (current !== run) return
      clearInterval(timer)
      report(state)
    },
    stop() {
      run++
      clearInterval(timer)
      report('stopped')
    },
    end: () => clearInterval(timer),
  }
}

/** Returns a function that waits for the next task if the slice has taken long enough. */
function createSlices() {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < sliceMs) return
    await new Promise((resume) => setTimeout(resume))
    startedAt = performance.now()
  }
}
