import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import type { Scope } from '../../src/access/credentials/scope.ts'
import type { Senders } from '../../src/channels/open-channels.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { watchForeign } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'

export const say = wordsOf('console', 'en').console
export const sayRates = wordsOf('console', 'en').rates
export const sayTasks = wordsOf('console', 'en').tasks
export const sayMessages = wordsOf('console', 'en').messages
export const sayLists = wordsOf('pages', 'en').lists

const examples = new URL('../../examples/history.ndjson', import.meta.url)

/** Boots the service with the example history of one clinic. */
export async function bootWithExamples(): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  const lines = readFileSync(examples, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"clinica-lisboa"'))
  await rollcall.given(...lines.map((line) => JSON.parse(line)))
  return rollcall
}

interface OpenOptions {
  from?: string
  to?: string
  scopes?: Scope[]
  page?: Page
  /** The service's origin, if it already listens. */
  origin?: string
}

/** Opens the console, signed in, and shows a whole period. */
export async function openConsole(
  rollcall: Rollcall,
  {
    from = '2026-03-01',
    to = '2026-04-30',
    scopes = ['actions:read', 'notifications:read'],
    page: given,
    origin: known,
  }: OpenOptions = {},
) {
  const page = given ?? (await takeComputer())
  const origin = known ?? (await rollcall.listen())
  const { token } = await rollcall.tokenFor({ name: 'console', scopes, entities: ['clinica-lisboa'] })
  const foreign = watchForeign(page, origin)
  await enterBy(page, `${origin}/console#${new URLSearchParams({ entity: 'clinica-lisboa', from, to, token })}`)
  await page.getByText(say.connection.live).waitFor()
  return { page, origin, token, foreign }
}

export const sayFigures = wordsOf('figures', 'en')

/** Finds a rate by its label: of the appointments that are over, or of those to come. */
export const rate = (page: Page, label: string, part: 'over' | 'toCome' = 'over') =>
  page
    .getByRole('region', { name: sayRates[part].title })
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })

export const records = (page: Page) => page.getByRole('region', { name: say.records, exact: true })

/** A channel that rejects every message. */
export const brokenChannel: Senders['mobile'] = {
  async send() {
    return { outcome: 'permanent', reason: '550 no such number' }
  },
  close() {},
}

/** Opens each message, one after another, because a message that loads moves those below it. */
export async function openMessages(messages: Locator) {
  for (const message of await messages.all()) {
    await message.locator('summary').click()
    await message.getByText(sayMessages.renderedAgain).waitFor()
  }
}
