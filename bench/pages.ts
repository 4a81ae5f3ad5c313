import { type Browser, chromium } from 'playwright-core'
import { startDemo } from '../test/start-demo.ts'
import type { Engine } from './engines/engine.ts'
import { measureLargeDay } from './large-day.ts'
import { measuredOn, openMeasured } from './measured-page.ts'
import { atMost, type Figure } from './report.ts'
import { median, type Pace } from './rounds.ts'

const maxUsableMs = 1_000
const write = (ms: number) => `${ms.toFixed(0)} ms`

/** Measures the pages in Chromium: when they can be used, and how a slow processor copes with a large day at the desk. */
export async function measurePages(engine: Engine, executablePath: string, pace: Pace): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    return [...(await measureLoading(browser, pace)), ...(await measureLargeDay(browser, engine))]
  } finally {
    await browser.close()
  }
}

/** Measures the time from the start of the navigation until a page shows its content and runs no script. */
async function measureLoading(browser: Browser, pace: Pace): Promise<Figure[]> {
  const { address, stop } = await startDemo()
  try {
    const first = await browser.newPage()
    await first.goto(address)
    const links = await first.locator('ol a').evaluateAll((all) => all.map((one) => String(Reflect.get(one, 'href'))))
    const linkTo = (part: string) => links.find((link) => link.includes(part))!
    const figures = linkTo('/console#')
    const pages = {
      'the first page': [address, 'ol a'],
      'the page of a contact': [linkTo('/a/'), 'button'],
      'the desk': [linkTo('/desk#'), '.visit'],
      'the console with work': [figures.replace(/from=.*?&to=.*?&/, 'tab=work&'), '.entry'],
      'the console with figures': [figures, '.breakdown tbody tr'],
    }
    const measured: Figure[] = []
    for (const [name, [url, content]] of Object.entries(pages) as [string, [string, string]][]) {
      const times = []
      for (let round = 0; round < pace.rounds; round++) times.push(await timeToUse(browser, url, content, 1))
      const slower = []
      for (let round = 0; round < pace.rounds; round++) slower.push(await timeToUse(browser, url, content, 4))
      measured.push({
        work: `${name} can be used`,
        rollcall: `${write(median(times))}; on a processor four times slower, ${write(median(slower))}`,
        absolute: [atMost(median(times), maxUsableMs, write)],
      })
    }
    return measured
  } finally {
    await stop()
  }
}

async function timeToUse(browser: Browser, url: string, content: string, slowdown: number): Promise<number> {
  const page = await openMeasured(browser, url, content, slowdown)
  const { usableAt } = await measuredOn(page)
  await page.context().close()
  return usableAt
}
