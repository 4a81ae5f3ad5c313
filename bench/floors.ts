import type { EngineName } from './engines/engine.ts'

/** Of Rollcall's rate to that of another, within one round. */
export interface Ratios {
  ceiling?: number
  express?: number
  platformatic?: number
}

/** What has to be reached. What is measured without a floor is shown all the same. */
export interface Floors {
  /** By the name of the workload. */
  requests: Record<string, Ratios>
  /** In MB a second and MiB. */
  year: Ratios & { speed?: number; memory?: number }
  /** In answers a second and milliseconds. */
  answers: { rate?: number; p99?: number }
  /** From the smallest table to the largest. */
  growth: number
  /** In milliseconds. */
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
  },
}
