import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { enterBy } from '../../test/browser/sign-in-link.ts'

const here = new URL('./', import.meta.url)
const main = fileURLToPath(new URL('../../bin/rollcall.js', import.meta.url))

const { guide: say, done: sayDone } = wordsOf('admin', 'en')
const sayAccess = wordsOf('admin-access', 'en')
const sayClinics = wordsOf('admin-clinics', 'en')
const sayAccount = wordsOf('account-page', 'en')
const sayTemplates = wordsOf('templates', 'en')

/** Sets up a clinic as a new administrator does: from the link of `rollcall serve` on an empty database to a signed-in desk and an
 *  access token with which the API answers. Takes the pictures of docs/administration.md. Prints how long the machine took. */
export async function takeFirstStart(browser: Browser) {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-'))
  const mail = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  mail.listen(0, '127.0.0.1')
  await once(mail.server, 'listening')
  const began = performance.now()
  const service = await startEmpty(folder, (mail.server.address() as { port: number }).port)
  const context = await browser.newContext({
    viewport: { width: 1120, height: 760 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
  })
  try {
    const page = await context.newPage()
    await page.goto(service.link)
    await page.getByRole('button', { name: wordsOf('first-start', 'en').begin }).waitFor()
    await take(page, 'first-start-link')
    await page.getByLabel(wordsOf('first-start', 'en').name).fill('Rita Melo')
    await page.getByRole('button', { name: wordsOf('first-start', 'en').begin }).click()
    await page.getByLabel(sayAccount.password.new).fill('a horse that eats staples')
    await page.getByRole('button', { name: sayAccount.password.save }).click()
    await addClinic(page)
    await sendTest(page)
    const device = await addDevice(page)
    const desk = await context.newPage()
    await enterBy(desk, device)
    await desk.getByText('Clínica do Chiado').first().waitFor()
    await desk.close()
    const token = await createToken(page)
    const answer = await fetch(
      `${service.origin}/v1/metrics/notifications/actions/clinica-do-chiado/bydate/2026-03-30/2026-03-30`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    )
    if (!answer.ok) throw new Error(`The API answered ${answer.status} to the new access token.`)
    process.stdout.write(
      `From npm start to a desk and an access token that works: ${((performance.now() - began) / 1_000).toFixed(1)} s of the machine.\n`,
    )
  } finally {
    await context.close()
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
    await new Promise<void>((closed) => mail.close(closed))
    rmSync(folder, { recursive: true })
  }
}

async function startEmpty(folder: string, mailPort: number) {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const PORT = String(await freePort())
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      ...inherited,
      PORT,
      DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}`,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'notices@clinic.example',
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  const link = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (data) => {
      printed += data
      const [, found] = /(http\S+\/first-start#\S+)\n/.exec(printed) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The service ended before it printed the link: ${printed}`)))
  })
  return { child, link, origin: new URL(link).origin }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function addClinic(page: Page) {
  await page.getByLabel(sayClinics.fields.name, { exact: true }).fill('Clínica do Chiado')
  await page.getByLabel(sayClinics.fields.phone).fill('+351 213 000 000')
  await page.getByLabel(sayClinics.fields.address).fill('Rua Garrett 12, 1200-203 Lisboa')
  await take(page, 'first-start-clinic')
  await page.getByRole('button', { name: sayClinics.add }).click()
  await page.getByRole('heading', { name: say.steps.access.title }).waitFor()
}

const step = (page: Page, name: keyof typeof say.steps) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: say.steps[name].title }) })

async function sendTest(page: Page) {
  await step(page, 'test').locator('summary').click()
  await step(page, 'test').getByLabel(sayTemplates.testAddress).fill('rita@clinic.example')
  await step(page, 'test').getByRole('button', { name: sayTemplates.sendTest }).click()
  await step(page, 'test').getByText(sayTemplates.testSent.replace('{uid}', 'rita@clinic.example')).waitFor()
  await step(page, 'test').getByRole('button', { name: say.next }).click()
}

/** Returns the address that signs the device in. */
async function addDevice(page: Page): Promise<string> {
  const own = step(page, 'device')
  await own.getByLabel(sayAccess.name).fill('Reception 1')
  await own.getByRole('button', { name: sayAccess.devices.add }).click()
  await own.locator('svg').first().waitFor()
  const address = await own.getByRole('group', { name: sayAccess.devices.link }).locator('code').innerText()
  await take(page, 'first-start-device')
  await own.getByRole('button', { name: sayDone }).click()
  await own.getByRole('button', { name: say.next }).click()
  return address
}

async function createToken(page: Page): Promise<string> {
  const own = step(page, 'system')
  await own.getByLabel(sayAccess.name).fill('practice system')
  await own.getByLabel(sayAccess.purposes.system).check()
  await own.getByRole('button', { name: sayAccess.tokens.create }).click()
  const token = await own.locator('.shown-once code').first().innerText()
  await take(page, 'first-start-token')
  await own.getByRole('button', { name: sayDone }).click()
  return token
}

/** The tokens in these pictures are of a service that has ended. */
async function take(page: Page, name: string) {
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, here)), fullPage: true })
}
