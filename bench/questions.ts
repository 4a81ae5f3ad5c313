import { dayRange, toInstant } from '../src/entities/day-range.ts'
import { hashCheckinToken } from '../src/messages/check-in/token-hash.ts'
import { formatInstant } from '../src/platform/time/instant.ts'
import type { Client } from './dataset.ts'

export interface Request {
  path: string
  headers: Record<string, string>
  /** The body of a POST. */
  body?: string
}

export type Product = 'rollcall' | 'express' | 'platformatic'

/** One query, as a request to each product. */
export type Question = Record<Product, Request>

/** The peers do not support time zones, so their requests contain the instants that Rollcall derives. */
export function listActions(client: Client, start: Temporal.PlainDate, end: Temporal.PlainDate): Question {
  const { from, to } = dayRange(`${start}`, `${end}`, client.timeZone)
  const [first, past] = [from, to].map((instant) => encodeURIComponent(formatInstant(toInstant(instant))))
  const headers = bearer(client)
  const where = `where.entityId.eq=${client.id}&where.date.gte=${first}&where.date.lt=${past}`
  return {
    rollcall: { path: `/v1/metrics/notifications/actions/${client.id}/bydate/${start}/${end}`, headers },
    express: { path: `/actions/${client.id}?from=${first}&to=${past}`, headers },
    platformatic: { path: `/actions?${where}&orderby.date=asc&limit=1000000`, headers },
  }
}

/** Platformatic cannot hash, so its request contains the hash. */
export function checkIn(client: Client, token: string): Question {
  const headers = bearer(client)
  const where = `where.entityId.eq=${client.id}&where.tokenHash.eq=${hashCheckinToken(token)}`
  return {
    rollcall: { path: `/v1/checkin/bytoken/${client.id}/${token}`, headers },
    express: { path: `/checkin/${client.id}/${token}`, headers },
    platformatic: { path: `/checkinTokens?${where}&limit=1`, headers },
  }
}

const bearer = ({ accessToken }: Client) => ({ Authorization: `Bearer ${accessToken}` })
