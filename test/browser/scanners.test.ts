import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import { contact } from '../contact.ts'
import { checkinToken, history, notification } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { expectVerdict, openDesk, say, typeCode, verdictOf } from './front-desk.ts'
import { type Keyboard, keyboardScanner } from './keyboards.ts'
import { enterBy } from './sign-in-link.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const withAllDigits = '0123456789AMQWYZ-[;=]/?:;_'

/** Boots the service with the codes of two contacts, the second one imported. */
async function begin(imported = 'Visit-42;a/Z') {
  const rollcall = await bootRollcall()
  const second = notification({
    id: 'n-2',
    external_id: 'A-2',
    contact: { external_id: 'P-2', name: 'Rui Costa', country: 'PT' },
  })
  await rollcall.given(...history(), second, checkinToken({ token: imported, notification_id: 'n-2' }))
  const page = await takeComputer()
  const desk = await openDesk(rollcall, page)
  return { rollcall, page, imported, ...desk, scanner: await keyboardScanner(page) }
}

const ready = async (page: Page) => {
  await typeCode(page, 'NO-SUCH-CODE')
  await expectVerdict(page, 'unknown')
  await page.locator('body').click({ position: { x: 700, y: 700 } })
}

describe('a scanner that types US keys', () => {
  const keyboards: Keyboard[] = [
    'French',
    'Belgian',
    'German',
    'Swiss',
    'Portuguese',
    'Spanish',
    'Turkish Q',
    'Turkish F',
  ]
  for (const keyboard of keyboards)
    browserTest(`is understood on a ${keyboard} keyboard, with the focus anywhere`, async () => {
      const { page, imported } = await begin(withAllDigits)
      const { scan } = await keyboardScanner(page, keyboard)
      await scan(token)
      await expectVerdict(page, 'expected', 'João Silva')
      await scan(imported)
      await verdictOf(page).getByText('Rui Costa').waitFor()
      await page.getByRole('searchbox').focus()
      await scan(token)
      await verdictOf(page).getByText('João Silva').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    })

  browserTest(
    'is understood in small letters, from the numeric keypad, and by the numbers of the characters',
    async () => {
      const { page, imported } = await begin()
      const { scan, scanByNumbers } = await keyboardScanner(page, 'German')
      await scan(token.toLowerCase())
      await expectVerdict(page, 'expected', 'João Silva')
      await scanByNumbers(imported)
      await expectVerdict(page, 'expected')
      await ready(page)
      await page.getByRole('searchbox').focus()
      await scanByNumbers(token)
      await expectVerdict(page, 'expected', 'João Silva')
    },
  )
})

describe('a scanner', () => {
  browserTest('adds letters before and after the code, and spaces', async () => {
    const { page, scanner, imported } = await begin()
    const framed = [
      `]Q1${token}`,
      `]Q1${imported}`,
      `#${token}`,
      `Q${token}`,
      `${token};`,
      `${token} `,
      ` ${imported} `,
    ]
    for (const text of framed) {
      await ready(page)
      await scanner.scan(text)
      await expectVerdict(page, 'expected', text.includes(imported) ? 'Rui Costa' : 'João Silva')
    }
    const { scan } = await keyboardScanner(page, 'Portuguese')
    await ready(page)
    await scan(`]Q1${imported}`)
    await expectVerdict(page, 'expected', 'Rui Costa')
  })

  browserTest('has an imported code that begins like an identifier, which is found as it is', async () => {
    const { page, scanner } = await begin(`]Q1${token}`)
    await scanner.scan(`]Q1${token}`)
    await expectVerdict(page, 'expected', 'Rui Costa')
  })

  for (const ends of [
    ['Tab'],
    ['Tab', 'Enter'],
    ['Enter', 'LF'],
    ['Enter', 'Enter'],
    ['ETX', 'Enter'],
    ['Enter', 'ETX'],
  ])
    browserTest(`ends the code by ${ends.join(' and ')}, which presses nothing`, async () => {
      const { page, scanner } = await begin()
      const button = page.getByRole('button', { name: say.startCamera })
      await button.focus()
      await scanner.scan(token, ...ends)
      await expectVerdict(page, 'expected', 'João Silva')
      expect(await button.count()).toBe(1)
    })

  browserTest('sends no key at the end of the code', async () => {
    const { page, scanner } = await begin()
    await scanner.scan(token, 'none')
    await page.clock.runFor(1_000)
    await expectVerdict(page, 'expected', 'João Silva')
  })

  browserTest('types slowly, with pauses, with the focus anywhere', async () => {
    const { page, imported } = await begin()
    const { scanSlowly } = await keyboardScanner(page, 'French')
    const pauses = (index: number) => (index % 9 === 8 ? 800 : 100)
    await scanSlowly(token, pauses)
    await expectVerdict(page, 'expected', 'João Silva')
    await scanSlowly(imported, pauses)
    await verdictOf(page).getByText('Rui Costa').waitFor()
    for (const field of [page.getByRole('searchbox'), page.getByLabel(say.code)]) {
      await ready(page)
      await field.focus()
      await scanSlowly(token, pauses)
      await expectVerdict(page, 'expected', 'João Silva')
    }
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })

  browserTest('is heard while staff choose or type a reason', async () => {
    const { rollcall, page } = await begin()
    const other = await contact(rollcall, {
      external_id: 'A-3',
      contact: { external_id: 'P-3', name: 'Eva Lopes', country: 'PT' },
    })
    await other.answer('confirm')
    const code = (await other.token())!
    await other.answer('cancel')
    const { scan } = await keyboardScanner(page, 'French')
    for (const isTyping of [false, true]) {
      await scan(code)
      await expectVerdict(page, 'cancelled-by-contact', 'Eva Lopes')
      await page.getByRole('button', { name: say.markArrived }).click()
      await page.getByLabel(say.reason, { exact: true }).selectOption(say.otherReason)
      if (isTyping) await page.getByRole('textbox', { name: say.otherReason }).fill('She')
      else await page.getByLabel(say.reason, { exact: true }).focus()
      await scan(token)
      await expectVerdict(page, 'expected', 'João Silva')
    }
  })

  browserTest('leaves a name alone that a person types into the search', async () => {
    const { page } = await begin()
    const { scanSlowly } = await keyboardScanner(page, 'French')
    await page.getByRole('searchbox').focus()
    await scanSlowly('joao silva', () => 90)
    expect(await page.getByRole('searchbox').inputValue()).not.toBe('')
    await verdictOf(page).getByRole('heading', { name: say.ready }).waitFor()
  })
})

browserTest(
  'the card of an unknown code says that the layout of the scanner may differ, but not after a typed code',
  async () => {
    const { page, scanner } = await begin()
    for (const text of ['à&"é', 'NO-SUCH-CODE']) {
      await typeCode(page, text)
      await expectVerdict(page, 'unknown')
      expect((await verdictOf(page).innerText()).includes(say.scannerLayout)).toBe(text === 'à&"é')
    }
    await scanner.scan('WIFI:S:Clinic')
    await verdictOf(page).getByText(say.scannerLayout).waitFor()
  },
)

browserTest('a code that was scanned on another keyboard without a connection is looked up later', async () => {
  const { page } = await begin()
  const { scan } = await keyboardScanner(page, 'French')
  await page.context().setOffline(true)
  await page.getByText(say.connection.lost).waitFor()
  await scan(token)
  await expectVerdict(page, 'listed', 'João Silva')
  await scan('AQ-17')
  await expectVerdict(page, 'no-connection')
  await scan(token)
  await page.getByText(`${say.unchecked} 1`).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'AQ-17' }).click()
  await expectVerdict(page, 'unknown')
})

browserTest('a tablet in the waiting room marks the arrival of a code that was typed on another keyboard', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const page = await takeComputer()
  const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:code'], entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await enterBy(page, `${await rollcall.listen()}/desk?kiosk#token=${access}`)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  const { scan } = await keyboardScanner(page, 'French')
  await scan(`]Q1${token}`)
  const { kiosk } = wordsOf('desk', 'pt')
  await page.getByRole('button', { name: kiosk.here }).click()
  await page.getByRole('heading', { name: kiosk.thanks }).waitFor()
  expect((await rollcall.get('/v1/notifications/clinica-lisboa/n-1')).json()).toMatchObject({ state: 'arrived' })
})
