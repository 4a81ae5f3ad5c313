import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { createCredential, type Scope } from '../src/access/credentials/credential.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import { systemClock } from '../src/platform/time/instant.ts'
import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { measuredOn, openMeasured } from './measured-page.ts'
import { atMost, type Figure } from './report.ts'
import { startRollcall } from './servers/contestants.ts'

/** A slower response to a key does not count as good. https://web.dev/articles/inp */
const maxResponseMs = 200
const write = (ms: number) => `${ms.toFixed(0)} ms`

const slowdown = 6
// The desk reloads the visits around now every 30 seconds.
const untilReloadMs = 35_000

/** Measures the page of the desk of a clinic with 20,000 visits today, on a slow processor. */
export async function measureLargeDay(browser: Browser, engine: Engine): Promise<Figure[]> {
  const url = await engine.create('pages')
  const threeDaysAgo = Temporal.Now.plainDateISO().subtract({ days: 3 })
  const [hospital] = await fillDatabase(engine, url, [
    { id: 'hospital', days: 1, perDay: 20_000, checkins: 0, from: threeDaysAgo },
  ])
  const token = await tokenOf(url, hospital!.id, 'desk', ['checkin:read', 'checkin:write'])
  const livez = { path: '/livez', headers: {} }
  const server = await startRollcall(url, livez)
  try {
    const page = await openMeasured(browser, `${server.origin}/desk#token=${token}`, '.visit', slowdown)
    // The page stores the day on the device.
    await delay(5_000)
    const loading = await measuredOn(page)
    await page.locator('#find').focus()
    for (const key of 'conceicao si') {
      await page.keyboard.type(key)
      await delay(500)
    }
    const search = await measuredOn(page)
    await delay(untilReloadMs)
    const reload = await measuredOn(page)
    const work = (part: string) => `the desk with 20,000 visits, on a processor six times slower: ${part}`
    return [
      { work: work('it shows the day'), rollcall: write(loading.usableAt), absolute: [] },
      { work: work('longest task while it loads'), rollcall: write(loading.longestTask), absolute: [] },
      {
        work: work('slowest key of a search, until the next frame'),
        rollcall: write(search.slowestResponse),
        absolute: [atMost(search.slowestResponse, maxResponseMs, write)],
      },
      {
        work: work('longest task of a reload'),
        rollcall: write(reload.longestTask),
        absolute: [atMost(reload.longestTask, maxResponseMs, write)],
      },
    ]
  } finally {
    await server.stop()
    await engine.drop('pages')
  }
}

async function tokenOf(url: string, entityId: string, name: string, scopes: Scope[]): Promise<string> {
  const database = await connectForCommand(url)
  const { token } = await createCredential(database, systemClock, {
    name,
    scopes,
    entities: [entityId],
    expiresAt: null,
  })
  await database.destroy()
  return token
}
