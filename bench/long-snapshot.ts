import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { addBatch, createClinics, startSending } from './batch.ts'
import type { Engine } from './engines/engine.ts'
import { atLeast, type Figure } from './report.ts'
import { startGateway } from './servers/gateway.ts'

const sentCount = 600_000
const pendingCount = 10_000
const warmUpMs = 3_000
const measuredMs = 20_000
const gatewayMs = 200
const minShare = 0.9

/** Measures the texts that leave on PostgreSQL, while a `pg_dump` keeps 600,000 deliveries that were sent since. */
export async function measureLongSnapshot(engine: Engine): Promise<Figure> {
  const { url, clients } = await createClinics(engine, 'snapshot', ['clinica-lisboa'])
  const [clinic] = clients
  const [client, dump] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([client.connect(), dump.connect()])
  const gateway = await startGateway(() => gatewayMs)
  try {
    await addBatch(url, clinic!, 'before', sentCount, systemClock.now() - hours(3))
    await client.query("update deliveries set state = 'sent'")
    const before = await textsPerSecond()
    await addBatch(url, clinic!, 'during', sentCount, systemClock.now() - hours(2))
    await dump.query('begin isolation level repeatable read')
    await dump.query('select from deliveries limit 1')
    await client.query("update deliveries set state = 'sent' where state = 'pending'")
    const beside = await textsPerSecond()
    await dump.query('rollback')
    const alone = (before + (await textsPerSecond())) / 2
    return {
      work: `texts at a gateway that takes ${gatewayMs} ms; beside ${sentCount.toLocaleString('en')} sent during a long snapshot`,
      rollcall: `${alone.toFixed(0)}/s; ${beside.toFixed(0)}/s`,
      absolute: [atLeast(beside / alone, minShare, (share) => `${share.toFixed(2)}×`)],
    }
  } finally {
    gateway.close()
    await Promise.all([client.end(), dump.end()])
    await engine.drop('snapshot')
  }

  /** Starts a process, and returns the texts per second that the gateway accepts from it. PostgreSQL has analyzed the table while few
   *  were pending, as is usual. */
  async function textsPerSecond(): Promise<number> {
    await client.query("delete from deliveries where state = 'pending'")
    await engine.settle(url)
    await addBatch(url, clinic!, `later-${gateway.accepted()}-`, pendingCount, systemClock.now() - hours(1))
    const server = await startSending(url, gateway)
    try {
      await delay(warmUpMs)
      const [before, started] = [gateway.accepted(), performance.now()]
      await delay(measuredMs)
      return ((gateway.accepted() - before) * 1_000) / (performance.now() - started)
    } finally {
      await server.stop()
    }
  }
}
