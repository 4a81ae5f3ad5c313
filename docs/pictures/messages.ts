// Writes pictures of all messages, calendar entries and answer pages: npm run pictures:messages -- FOLDER

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import PostalMime from 'postal-mime'
import { createClient } from '../../client/client.ts'
import { createAccessToken } from '../../src/access/credentials/access-token.ts'
import { scopes } from '../../src/access/credentials/scope.ts'
import { readConfig } from '../../src/channels/configuration.ts'
import { addEntity } from '../../src/entities/entity.ts'
import { html } from '../../src/platform/http/html.ts'
import { type Language, languages } from '../../src/platform/languages/languages.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { hours, systemClock } from '../../src/platform/time/instant.ts'
import { type Service, startService } from '../../src/service.ts'
import { chromiumPath } from '../../test/browser/find-chromium.ts'
import { takeWhatsApp } from './whatsapp.ts'

const [into] = process.argv.slice(2)
if (!into) throw new Error('Name the folder for the pictures: npm run pictures:messages -- FOLDER')
if (!chromiumPath) throw new Error('No Chromium was found. Install it, or set CHROMIUM to its path.')

const entityId = 'clinica-lisboa'
const visits = {
  appointment: { doctor: 'Margarida Guimarães', doctor_expertise: 'Cardiology' },
  exam: { exam: 'Ultrasound', place: 'Room 4, first floor', preparation: 'Do not eat for 6 hours.\nDrink water.' },
  vaccination: { place: 'Health centre, ground floor', vaccine: 'Influenza' },
}
type Target = keyof typeof visits

interface Contact {
  target: Target
  language: Language
  addresses: { channel: 'email' | 'mobile'; uid: string }[]
}
const contacts = Object.keys(visits).flatMap((target, row) =>
  languages.map((language, column): Contact => {
    const mobile = `+3519123456${row}${column}`
    const addresses = [
      { channel: 'email' as const, uid: `${target}-${language}@example.org` },
      { channel: 'mobile' as const, uid: mobile },
    ]
    return { target: target as Target, language, addresses }
  }),
)

mkdirSync(into, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'rollcall-pictures-'))
const outbox = join(folder, 'outbox')
const config = readConfig({ LOG_LEVEL: 'warn', PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'pictures.db')}` })
const service = await startService(config)
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
try {
  await takeWhatsApp(browser, into)
  await takeAll(service, browser, into)
} finally {
  await browser.close()
  await service.stop()
  rmSync(folder, { recursive: true })
}

async function takeAll({ address, database }: Service, browser: Browser, into: string) {
  const entity = { id: entityId, name: 'Clínica Lisboa', time_zone: 'Europe/Lisbon', language: 'pt-PT' }
  await addEntity(database, entity)
  const grant = { name: 'pictures', scopes: [...scopes], entities: 'all' as const, expiresAt: null }
  const { token } = await createAccessToken(database, systemClock, grant)
  const client = createClient({ url: address, token })
  // So that the pictures can be taken at night.
  await client.setQuietHours(entityId, { hours: [], holidays: [] })
  const seen = new Set<string>()

  const ids = await submit(30)
  const notices = await takeStep('notice', 2)
  for (const id of ids) await remind(id)
  await takeStep('reminder', 2)
  for (const [{ language }, { page }] of notices) await confirm(page!, language)
  await takeStep('confirmation', 1)
  for (const id of ids) await remind(id)
  await takeStep('reminder-confirmed', 2)
  const moved = await submit(31)
  await takeStep('moved', 2)
  for (const id of moved) await withdraw(id)
  await takeStep('withdrawn', 2)
  await client.setSettings(entityId, { no_show_message: true })
  await submit(32)
  await newFiles(contacts.length * 2)
  await missAppointments()
  await takeStep(
    'no-show',
    2,
    contacts.filter(({ target }) => target !== 'vaccination'),
  )

  /** Submits a visit of each contact, this number of days ahead. */
  async function submit(days: number): Promise<string[]> {
    const start = Temporal.Now.zonedDateTimeISO(entity.time_zone).add({ days }).with({ hour: 9, minute: 30, second: 0 })
    const tasks = Object.entries(visits).map(([target, params]) => {
      const end = target === 'vaccination' ? { end: written(start.add({ days: 4, hours: 8 })) } : {}
      return client.notify(entityId, {
        category: 'medical',
        target,
        notifications: contacts
          .filter((contact) => contact.target === target)
          .map(({ language, addresses }) => ({
            external_id: `A-${language}`,
            contact: { external_id: 'P-77', name: 'João Silva', language: `${language}_PT` },
            addresses,
            params: { when: written(start), ...end, ...params },
          })),
      })
    })
    return (await Promise.all(tasks)).flatMap(({ notifications }) => notifications.map(({ id }) => id))
  }

  async function confirm(page: string, language: Language) {
    const tab = await browser.newPage()
    await tab.goto(page)
    await tab.getByRole('button', { name: wordsOf('answer-page', language).confirm }).click()
    await tab.locator('code').waitFor()
    await tab.close()
  }

  /** Moves the visits to this morning, so that nobody has come to them. */
  async function missAppointments() {
    const start = Temporal.Now.zonedDateTimeISO(entity.time_zone).subtract({ hours: 5 })
    for (const target of ['appointment', 'exam'] as const) {
      const params = JSON.stringify({ when: written(start), ...visits[target] })
      await database
        .updateTable('notifications')
        .set({ params, starts_at: start.epochMilliseconds * 1_000, next_due_at: 1 })
        .where('state', '=', 'open')
        .where('target', '=', target)
        .execute()
    }
  }

  async function withdraw(id: string) {
    await post(`${id}/cancellation`)
  }

  async function remind(id: string) {
    // The service reminds nobody within an hour after another message.
    await database
      .updateTable('deliveries')
      .set((eb) => ({ sent_at: eb('sent_at', '-', hours(2)) }))
      .where('notification_id', '=', id)
      .execute()
    await post(`${id}/reminder`, { now: true })
  }

  async function post(path: string, body: object = {}) {
    const response = await fetch(`${address}/v1/notifications/${entityId}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The request of ${path} failed: ${await response.text()}`)
  }

  /** Waits for the new messages of some contacts, and writes a picture of each contact's. */
  async function takeStep(step: string, messagesEach: number, some = contacts) {
    const files = await newFiles(some.length * messagesEach)
    const taken = new Map<Contact, { page: string | undefined }>()
    for (const contact of some) {
      const ofContact = files.filter(({ text }) => contact.addresses.some(({ uid }) => text.includes(`To: ${uid}\n`)))
      const mail = await PostalMime.parse(ofContact.find(({ name }) => name.endsWith('.eml'))!.text)
      const text = ofContact.find(({ name }) => name.endsWith('.txt'))?.text
      const page = /http:\S+\/a\/[^\s/]+/.exec(mail.text!)?.[0]
      await picture(`${contact.target}-${contact.language}-${step}`, mail, text, page)
      taken.set(contact, { page })
    }
    return taken
  }

  async function newFiles(count: number) {
    for (;;) {
      const names = readdirSync(outbox).filter((name) => !seen.has(name) && /\.(eml|txt)$/.test(name))
      if (names.length < count) {
        await delay(200)
        continue
      }
      for (const name of names) seen.add(name)
      return names.map((name) => ({ name, text: readFileSync(join(outbox, name), 'utf8').replaceAll('\r\n', '\n') }))
    }
  }

  async function picture(
    name: string,
    mail: Awaited<ReturnType<typeof PostalMime.parse>>,
    text: string | undefined,
    page: string | undefined,
  ) {
    const bytes = (content: string | ArrayBuffer | Uint8Array) => Buffer.from(content as Uint8Array)
    const attached = (type: string) => mail.attachments.find(({ mimeType }) => mimeType === type)
    const calendar = attached('text/calendar')
    const shown = mail.html!.replaceAll(/cid:([\w-]+)/g, (_, name) => {
      const picture = mail.attachments.find(({ contentId }) => contentId === `<${name}>`)!
      return `data:image/png;base64,${bytes(picture.content).toString('base64')}`
    })
    const headers = mail.headers.filter(({ key }) => /^(to|list-)/.test(key))
    const tab = await browser.newPage({ viewport: { width: 1500, height: 900 } })
    await tab.setContent(
      html`<meta charset="utf-8"><style>body { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 16px; font: 13px sans-serif }
pre { white-space: pre-wrap; overflow-wrap: anywhere } iframe { width: 100%; height: 620px; border: 1px solid #999 }</style>
<div><h3>${name}: text message</h3><pre>${text ?? '(none)'}</pre>
<h3>Mail as text</h3><pre>From: ${mail.from!.name}
Subject: ${mail.subject}
${headers.map(({ originalKey, value }) => `${originalKey}: ${value}\n`)}
${mail.text}</pre></div>
<div><h3>Mail as HTML</h3><iframe srcdoc="${shown}"></iframe><h3>Calendar entry</h3><pre>${calendar ? bytes(calendar.content).toString() : '(none)'}</pre></div>
<div><h3>Answer page</h3><iframe src="about:blank" name="page"></iframe></div>`.text,
    )
    if (page) {
      const answerPage = await browser.newPage({ viewport: { width: 420, height: 800 } })
      await answerPage.goto(page)
      const shot = (await answerPage.screenshot({ fullPage: true })).toString('base64')
      await answerPage.close()
      await tab.locator('iframe[name=page]').evaluate((frame, shot) => {
        const image = document.createElement('img')
        image.src = `data:image/png;base64,${shot}`
        frame.replaceWith(image)
      }, shot)
    }
    await tab.screenshot({ path: join(into, `${name}.png`), fullPage: true })
    await tab.close()
  }
}

function written(time: Temporal.ZonedDateTime): string {
  return time.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
