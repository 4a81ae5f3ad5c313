/** One of Rollcall's engines, with the benchmark's engine-specific operations. */
export interface Engine {
  name: EngineName
  /** The engine's name and version for the report. */
  version: string
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  /** Creates a database from the one at `from`, whose tables the statements see in the schema `source`. */
  derive(name: string, from: string, statements: string): Promise<string>
  /** Runs deferred maintenance now (vacuum, statistics, checkpoint). Call it after filling a database. */
  settle(url: string): Promise<void>
  /** Returns the seconds of processor time of all processes of the engine's server. SQLite has none. */
  serverTime(): number
  drop(name: string): Promise<void>
  stop(): Promise<void>
}

export const engineNames = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]
