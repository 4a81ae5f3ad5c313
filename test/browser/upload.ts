import type { Page } from 'playwright-core'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { enterBy } from './sign-in-link.ts'

export const sayUpload = wordsOf('upload', 'en')

/** Boots the service with an empty clinic. */
export async function bootClinic(): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  await rollcall.given(entity())
  return rollcall
}

interface OpenOptions {
  scopes?: Scope[]
  /** The service's origin, if it already listens. */
  origin?: string
}

const all: Scope[] = ['actions:read', 'notifications:read', 'notifications:write', 'admin']

/** Opens the upload on a computer whose clock is the service's. */
export async function openUpload(rollcall: Rollcall, { scopes = all, origin: known }: OpenOptions = {}) {
  const page = await takeComputer()
  const origin = known ?? (await rollcall.listen())
  const { token } = await rollcall.tokenFor({ name: 'reception', scopes, entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await enterBy(page, `${origin}/console#${new URLSearchParams({ token, tab: 'upload' })}`)
  await page.locator('.frame').waitFor()
  return { page, origin, token }
}

/** A file as a spreadsheet exports it in Portugal. */
export const spreadsheet = (text: string, name = 'agenda.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
})

export const chooseFile = async (page: Page, file: ReturnType<typeof spreadsheet>) =>
  page.locator('input[type=file]').setInputFiles(file)

/** Checks the file, and waits for the result. */
export async function check(page: Page) {
  await page.getByRole('button', { name: sayUpload.check }).click()
  await page.getByRole('heading', { name: sayUpload.steps.check }).waitFor()
}

export const sendButton = (page: Page) => page.locator('.sending button.main')

export const sent = (page: Page) => page.getByRole('heading', { name: sayUpload.steps.sent, exact: true })

/** The rows of the table of faults. */
export const faultsOf = async (page: Page) =>
  (await page.locator('.fault-table tbody tr').all()).reduce<Promise<string[][]>>(
    async (rows, row) => [...(await rows), await row.locator('td').allInnerTexts()],
    Promise.resolve([]),
  )

/** A count of the report, by the name of the outcome. */
export const countOf = (page: Page, outcome: keyof typeof sayUpload.outcomes) =>
  page
    .locator('.counts > div')
    .filter({ has: page.getByText(sayUpload.outcomes[outcome], { exact: true }) })
    .locator('dd')
    .first()
    .innerText()
