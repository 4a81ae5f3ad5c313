import { describe, expect } from 'vitest'
import { channelNames } from '../../src/channels/channel-names.ts'
import { fileSender } from '../../src/channels/file-sender.ts'
import { mobile } from '../../src/channels/mobile/mobile.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import { csvFile, line } from '../csv-file.ts'
import { entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { notify } from '../submission.ts'
import { photograph, tooWide } from './accessibility.ts'
import { bootForAdmin, openAdmin, sayAdmin } from './admin.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { brokenChannel, say } from './console.ts'
import { openDesk } from './front-desk.ts'
import { sayPlaces } from './places.ts'
import { enterBy } from './sign-in-link.ts'
import { check, chooseFile, openUpload, sayUpload, sendButton, spreadsheet } from './upload.ts'
import { entry, openWork, press, sayWork } from './work.ts'

const sayUnsent = wordsOf('pages', 'en').access.unsent
const sayTemplates = wordsOf('templates', 'en')

const withoutServers = { unsent: () => ({ channels: [...channelNames], reason: 'no-server' as const }) }

async function bootWithoutServers() {
  const rollcall = await bootRollcall(withoutServers)
  await rollcall.given(entity())
  return rollcall
}

describe('a service without a mail server and without a provider', () => {
  browserTest('says on each page of staff that it sends nothing', async () => {
    const rollcall = await bootWithoutServers()
    const { page: console_, origin } = await openWork(rollcall)
    await console_.getByText(sayUnsent['no-server']).waitFor()
    expect(await tooWide(console_, 'unsent-console')).toEqual([])
    await console_.getByRole('link', { name: sayPlaces.visits, exact: true }).click()
    await console_.getByText(sayUnsent['no-server']).waitFor()
    const desk = await takeComputer()
    const { token } = await rollcall.tokenFor({ name: 'desk', scopes: ['checkin:read', 'checkin:write'] })
    await desk.clock.install({ time: formatInstant(rollcall.clock.time) })
    await enterBy(desk, `${origin}/desk#token=${token}`)
    await desk.getByText(sayUnsent['no-server']).waitFor()
    expect(await tooWide(desk, 'unsent-desk')).toEqual([])
  })

  browserTest('says in the guide that nobody gets the test, and does not count it as done', async () => {
    const page = await openAdmin(await bootForAdmin(withoutServers), 'start')
    await page.getByText(sayUnsent['no-server']).waitFor()
    const title = page.getByRole('heading', { name: sayAdmin.guide.steps.test.title })
    const step = page.getByRole('listitem').filter({ has: title })
    if (!(await page.getByLabel(sayTemplates.testAddress).isVisible())) await step.locator('summary').click()
    await page.getByLabel(sayTemplates.testAddress).fill('ana@example.org')
    await page.getByRole('button', { name: sayTemplates.sendTest }).click()
    await page.getByText(sayTemplates.testWritten).waitFor()
    expect(await step.locator('.number.done').count()).toBe(0)
    await photograph(page, 'unsent-guide')
  })

  browserTest('says after an upload, in the worklist and in the timeline that nobody gets the notices', async () => {
    const rollcall = await bootWithoutServers()
    const { page, origin } = await openUpload(rollcall)
    await chooseFile(page, spreadsheet(csvFile(line())))
    await check(page)
    await page.getByText(sayUpload.unsent['no-server']).waitFor()
    await sendButton(page).click()
    await page.getByRole('heading', { name: sayUpload.steps.written }).waitFor()
    await page.getByText(sayUpload.unsent['no-server']).waitFor()
    await photograph(page, 'unsent-upload')
    await page.getByRole('link', { name: sayUpload.toVisits.replace('{days}', '31 Mar 2026') }).click()
    await page.getByText('João Silva').first().waitFor()
    await rollcall.deliver({ mobile: fileSender(mobile, `${rollcall.folder}/files`) })
    const { page: work } = await openWork(rollcall, { list: 'unreached', origin })
    await entry(work, 'João Silva').getByText(say.deliveryStates.written).waitFor()
    await press(work, 'João Silva', sayWork.openTimeline)
    await work.getByRole('dialog').getByText(say.deliveryStates.written).waitFor()
    await photograph(work, 'unsent-timeline')
  })
})

describe('the demo', () => {
  browserTest('says that it sends nothing, and where its mails are', async () => {
    const rollcall = await bootRollcall({ unsent: () => ({ channels: [...channelNames], reason: 'demo' as const }) })
    await rollcall.given(entity())
    const page = await takeComputer()
    const { origin } = await openDesk(rollcall, page)
    await page.getByText(sayUnsent.demo).waitFor()
    const mails = page.getByRole('link', { name: sayUnsent.mails })
    expect(await mails.evaluate((link) => (link as HTMLAnchorElement).href)).toBe(`${origin}/demo/mails`)
    await photograph(page, 'unsent-demo')
  })
})

describe('the contacts who could not be reached', () => {
  browserTest('have no address, or do not know that the clinic withdrew or moved the visit', async () => {
    const rollcall = await bootRollcall()
    const named = (name: string) => ({ contact: { external_id: `P-${name}`, name, language: 'pt_PT', country: 'PT' } })
    await notify(rollcall, { external_id: 'A-1', ...named('Ana'), addresses: [] })
    const { id } = await notify(rollcall, { external_id: 'A-2', ...named('Bruno') })
    await notify(rollcall, { external_id: 'A-3', ...named('Carla') })
    await rollcall.deliver()
    await rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
    const later = { params: { when: '2026-03-30T16:00:00+01:00', doctor: 'Ana Reis' } }
    await notify(rollcall, { external_id: 'A-3', ...named('Carla'), ...later })
    await rollcall.deliver({ mobile: brokenChannel })
    const { page } = await openWork(rollcall, { list: 'unreached' })
    await entry(page, 'Ana').getByText(sayWork.noAddress).waitFor()
    await entry(page, 'Bruno').getByText(sayWork.untold.withdrawn).waitFor()
    await entry(page, 'Carla').first().getByText(sayWork.untold.superseded).waitFor()
    expect(await page.locator('.lists [aria-current] .count').innerText()).toBe('4')
    await photograph(page, 'unreached')
    expect(await tooWide(page, 'unreached')).toEqual([])
    await press(page, 'Bruno', sayWork.marks.done)
    await entry(page, 'Bruno').waitFor({ state: 'detached' })
  })
})
