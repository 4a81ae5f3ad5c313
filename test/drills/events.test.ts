import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Event } from '../../src/log/events/event.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { deliverAll, openClinics } from './answering-clinics.ts'
import { follow } from './event-follower.ts'
import { authorization, write } from './event-writers.ts'
import { expectLogged } from './expected-events.ts'
import { type Insist, persistentClient } from './persistent-client.ts'
import { refusingGateway } from './refusing-gateway.ts'
import { visibleEffects } from './visible-effects.ts'

const kills = process.env.LONG_DRILLS ? 200 : 10
const writers = 50
const followers = 2
const requestsPerKill = 25
const clinic = 'a'

// One process on SQLite, two on PostgreSQL.
test.each([
  { engine: 'sqlite', processes: 1 },
  { engine: 'postgres', processes: 2 },
])(
  `after ${writers} writers and ${kills} kills, the log has each change once, after its effect is visible, and a follower that restarts at random misses and repeats nothing ($engine)`,
  async ({ engine, processes }) => {
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const { database, token, env } = await openClinics(url, [clinic])
    const gateway = await refusingGateway()
    const environment = { ...env, SMS_URL: gateway, PUBLIC_URL: 'https://rollcall.test' }
    const serve = () => supervise(() => serveRollcall(environment, [], folder))
    const servers = await Promise.all(Array.from({ length: processes }, serve))
    const insist = persistentClient(servers)

    let killed = 0
    let written = 0
    let isSettled = false
    const withdrawn = new Set<string>()
    const context = { clinic, database, secret: createSecret(env.SECRET_KEY), token, insist, servers, withdrawn }
    const count = async (...request: Parameters<Insist>) => {
      const response = await insist(...request)
      written++
      return response
    }
    const writing = write({ ...context, insist: count }, writers, () => killed >= kills)
    const following = Promise.all(
      Array.from({ length: followers }, () => follow(context, visibleEffects(context), () => isSettled)),
    )
    // A failure of a follower ends the drill, too.
    const wrote = Promise.race([writing, following.then(() => writing)])
    wrote.catch(() => {
      killed = kills
    })
    await killProcesses()
    const acknowledged = await wrote

    await Promise.all(servers.map(({ stop }) => stop()))
    await deliverAll(database, serve)
    servers.splice(0, processes, ...(await Promise.all(Array.from({ length: processes }, serve))))
    isSettled = true
    const followed = await following

    const log = await readLog()
    for (const { events } of followed) expect(events).toEqual(log)
    await expectLogged(database, log, acknowledged)
    const ended = log.filter((event) => event.kind === 'notification' && event.change === 'withdrawn')
    expect(withdrawn.difference(new Set(ended.map((event) => event.notification_id)))).toEqual(new Set())
    const kinds = Object.entries(Object.groupBy(log, nameOf)).map(([name, events]) => `${events!.length} ${name}`)
    const restarts = followed.map((one) => one.restarts).join(' and ')
    console.log(`${engine}: ${killed} kills; ${log.length} events (${kinds.join(', ')}); ${restarts} restarts`)

    async function killProcesses() {
      for (; killed < kills; killed++) {
        await untilWritten(requestsPerKill)
        await delay(Math.random() * 100)
        const place = Math.floor(Math.random() * processes)
        servers[place]!.child.kill('SIGKILL')
        await once(servers[place]!.child, 'exit')
        servers[place] = await serve()
      }
    }

    /** Waits until the writers have more responses, so that each kill interrupts some of them. */
    async function untilWritten(responses: number) {
      for (const enough = written + responses; written < enough && killed < kills; ) await delay(5)
    }

    /** Reads the whole log anew. */
    async function readLog(): Promise<Event[]> {
      const log: Event[] = []
      for (;;) {
        const path = `/v1/events/${clinic}/since/${log.length}`
        const page: Event[] = JSON.parse((await insist(path, { headers: authorization(token) }, [200])).text)
        if (page.length === 0) return log
        log.push(...page)
      }
    }
  },
  2_400_000,
)

/** Starts a process again if its first connection to PostgreSQL takes too long, as on a busy machine. */
async function supervise<T>(start: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!(error as Error).message.includes('Database unavailable')) throw error
    }
  }
}

const nameOf = (event: Event) => ('change' in event ? event.change : event.kind)
