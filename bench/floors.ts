import type { EngineName } from './engines/engine.ts'

/** Minimum ratios of Rollcall's rate to a contestant's rate in the same round. */
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
  /** Milliseconds. */
  start?: number
}

export const floors: Record<EngineName, Floors> = {
  sqlite: {
    requests: {
      checkin: { ceiling: 0.35, express: 4, platformatic: 4 },
      day: { ceiling: 0.25, express: 4, platformatic: 4 },
      month: { ceiling: 0.2, express: 6, platformatic: 6 },
      unchanged: { ceiling: 0.4 },
    },
    year: { speed: 300, memory: 150, express: 6, platformatic: 6 },
    answers: { rate: 5_000, p99: 50 },
    growth: 1.5,
    visits: 2,
    start: 500,
  },
  postgres: {
    requests: {
      checkin: { express: 1.5, platformatic: 2 },
      day: { express: 1.5, platformatic: 2 },
      month: { express: 3, platformatic: 5 },
      unchanged: {},
    },
    year: {},
    answers: {},
    growth: 1.5,
    visits: 2,
  },
}
