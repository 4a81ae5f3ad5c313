import type { EngineName } from './engines/engine.ts'

/** Minimum ratios of a contestant's processor time to Rollcall's, per request in the same round: of the main thread for the
 *  ceiling, of all threads for the peers. For the year, ratios of the times of a download. */
export interface Ratios {
  ceiling?: number
  express?: number
  platformatic?: number
}

/** The required figures. The report also shows measurements without a floor. */
export interface Floors {
  /** By name of workload. */
  requests: Record<string, Ratios>
  /** MB/s and MiB. */
  year: Ratios & { speed?: number; memory?: number }
  /** Answers per second, and milliseconds. */
  answers: { rate?: number; p99?: number }
  /** The maximum slowdown from the smallest table to the largest. */
  growth: number
  /** The maximum cost of a list of visits, in lists of as many actions. */
  visits: number
  /** Milliseconds, for the start to the first response and for `rollcall --help`. */
  start?: number
  help?: number
}

export const floors: Record<EngineName, Floors> = {
  sqlite: {
    requests: {
      checkin: { ceiling: 0.55, express: 4, platformatic: 4 },
      day: { ceiling: 0.5, express: 8, platformatic: 8 },
      'day-once': { ceiling: 0.28, express: 4, platformatic: 4 },
      month: { ceiling: 0.7, express: 20, platformatic: 20 },
      'month-once': { ceiling: 0.2, express: 6, platformatic: 6 },
      unchanged: { ceiling: 0.55 },
    },
    year: { speed: 600, memory: 150, express: 12, platformatic: 12 },
    answers: { rate: 4_000, p99: 60 },
    growth: 1.3,
    visits: 4,
    start: 350,
    help: 150,
  },
  postgres: {
    requests: {
      checkin: { express: 3, platformatic: 3 },
      day: { express: 6, platformatic: 6 },
      'day-once': { express: 3, platformatic: 3 },
      month: { express: 10, platformatic: 10 },
      'month-once': { express: 5, platformatic: 5 },
      unchanged: {},
    },
    year: { express: 6, platformatic: 6 },
    answers: { rate: 1_600 },
    growth: 1.3,
    visits: 4,
  },
}
