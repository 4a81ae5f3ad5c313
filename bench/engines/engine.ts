/** One of Rollcall's engines, and what the benchmark has to do differently on each. */
export interface Engine {
  name: EngineName
  /** What runs, for the report. */
  version: string
  /** Makes an empty database; gives its address. */
  create(name: string): Promise<string>
  /** Makes a database out of the one at `from`: the statements see its tables in the schema `source`. */
  derive(name: string, from: string, statements: string): Promise<string>
  /** To be called when a database has been filled: what its server would do sooner or later is done now. */
  settle(url: string): Promise<void>
  drop(name: string): Promise<void>
  stop(): Promise<void>
}

export const engineNames = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]
