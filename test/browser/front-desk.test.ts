import { describe, expect } from 'vitest'
import { revokeAccessToken } from '../../src/access/credentials/access-token.ts'
import { mintAccessToken } from '../../src/access/credentials/token-format.ts'
import { qrCodePng } from '../../src/platform/codes/qr-code.ts'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { seconds } from '../../src/platform/time/instant.ts'
import { contact } from '../contact.ts'
import { checkinToken, entity, history, notification } from '../history.ts'
import { bootRollcall, byToken } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { expectVerdict, openDesk, say, scan, typeCode, verdictOf } from './front-desk.ts'
import { holdUp, replaceCamera } from './held-up.ts'
import { seeClinic, signOut } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const sayAccess = wordsOf('pages', 'en').access

async function begin() {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const page = await takeComputer()
  return { rollcall, page, ...(await openDesk(rollcall, page)) }
}

describe('a device', () => {
  browserTest('shows why a token is refused, and stays signed in by a typed token until it is signed out', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const page = await takeComputer()
    await page.goto(`${await rollcall.listen()}/desk`)
    const reading = (await rollcall.tokenFor({ scopes: ['checkin:read'] })).token
    const ofNone = (await rollcall.tokenFor({ entities: [] })).token
    const revoked = await rollcall.tokenFor()
    await revokeAccessToken(rollcall.database, rollcall.clock, revoked.id)
    const expired = await rollcall.tokenFor({ expiresAt: rollcall.clock.time })
    const wrongEnd = reading.endsWith('0') ? '1' : '0'
    // Neighbours have different faults, so that the awaited alert belongs to the typed token.
    for (const [typed, fault] of [
      ['open sesame', sayAccess.faults['no-token']],
      ['rc_wrong', sayAccess.faults.incomplete],
      [`${reading}0`, sayAccess.faults.mistyped],
      [mintAccessToken(), sayAccess.faults.unknown],
      [reading.slice(0, -1) + wrongEnd, sayAccess.faults.mistyped],
      [revoked.token, sayAccess.faults.revoked],
      [expired.token, sayAccess.faults.expired],
      [reading, format(sayAccess.faults.lacks, { scopes: 'checkin:write' }, 'en')],
      [ofNone, sayAccess.faults['no-entity']],
    ] as const) {
      await page.getByLabel(sayAccess.accessToken).fill(typed)
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText(fault).waitFor()
    }
    expect(await page.getByText('npx').count()).toBe(0)

    await page.getByLabel(sayAccess.accessToken).fill(rollcall.token)
    await page.keyboard.press('Enter')
    await seeClinic(page, 'Clínica Lisboa')
    await page.reload()
    await page.getByText(say.connection.live).waitFor()
    await signOut(page)
    // The desk first asks its database for unsent arrivals.
    await page.getByLabel(sayAccess.accessToken).waitFor()
    await page.reload()
    await page.getByLabel(sayAccess.accessToken).waitFor()
  })

  browserTest('of two clinics shows one clinic, and recognises the codes of the other', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(
      ...history(),
      entity({ id: 'porto', name: 'Clínica Porto' }),
      notification({ entity_id: 'porto' }),
    )
    await rollcall.given(checkinToken({ entity_id: 'porto', token: 'of-porto' }))
    const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    const page = await takeComputer()
    await enterBy(page, `${await rollcall.listen()}/desk#token=${access}`)
    await typeCode(page, 'of-porto')
    await expectVerdict(page, 'elsewhere', 'Clínica Porto')
    await page.getByLabel(sayAccess.clinic).selectOption('Clínica Porto')
    await seeClinic(page, 'Clínica Porto')
    // The verdict for the first clinic is no longer shown.
    await verdictOf(page).getByRole('heading', { name: say.ready }).waitFor()
    await typeCode(page, token)
    await expectVerdict(page, 'elsewhere', 'Clínica Lisboa')
  })
})

describe('a device at startup', () => {
  browserTest(
    'signs out before the service responds, signs in with the token in its address, and signs out when that token is revoked',
    async () => {
      const { rollcall, page, origin, token: access, id } = await begin()
      expect(new URL(page.url()).hash).toBe('')
      let answer = () => {}
      await page.route('**/v1/access-token', async (route) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        await route.continue()
      })
      const asked = page.waitForRequest('**/v1/access-token')
      await page.reload()
      await asked
      await signOut(page)
      const answered = page.waitForResponse('**/v1/entities')
      answer()
      await answered
      await page.getByLabel(sayAccess.accessToken).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('rollcall.desk'))).toBeNull()
      await page.unroute('**/v1/access-token')

      // An unreadable session.
      await page.evaluate(() => localStorage.setItem('rollcall.desk', '{"token":'))
      await page.reload()
      await page.getByLabel(sayAccess.accessToken).waitFor()
      await enterBy(page, `${origin}/desk#token=${access}`)
      await page.getByText(say.connection.live).waitFor()
      expect(page.url()).toBe(`${origin}/desk`)

      await revokeAccessToken(rollcall.database, rollcall.clock, id)
      rollcall.clock.time += seconds(3)
      await page.clock.fastForward(31_000)
      await page.getByRole('alert').getByText(sayAccess.faults.revoked).waitFor()
    },
  )
})

describe('a typed code', () => {
  browserTest('opens the appointment in the zone of the clinic, and one button marks the arrival', async () => {
    const { rollcall, page, foreign } = await begin()
    await typeCode(page, token.toLowerCase().replaceAll(/(.{5})/g, '$1-'))
    await expectVerdict(page, 'expected', 'João Silva', '09:30', 'Monday 30 March', 'Ana Reis', 'Cardiologia')
    await page.getByRole('button', { name: say.markArrived }).press('Enter')
    await expectVerdict(page, 'arrived', 'João Silva', '09:00')
    const arrivals = page.getByRole('region', { name: say.arrivals })
    await arrivals.getByText('João Silva').waitFor()
    expect((await rollcall.get(`${byToken(token)}/arrival`)).json()).toMatchObject({ state: 'arrived' })
    await rollcall.post(`${byToken(token)}/arrival/annulment`, { reason: 'Another contact' })
    await arrivals.getByText(say.noArrivals).waitFor()
    expect(foreign).toEqual([])
  })
})

describe('a USB scanner', () => {
  browserTest('works with the focus anywhere, and its Enter has no other effect', async () => {
    const { rollcall, page } = await begin()
    await rollcall.given(checkinToken({ token: 'SECOND-CODE' }))
    await page.locator('body').click({ position: { x: 700, y: 700 } })
    await scan(page, token)
    await expectVerdict(page, 'expected')
    // The focus is on the button now: another scan must not press it.
    await scan(page, 'NO-SUCH-CODE')
    await expectVerdict(page, 'unknown')
    await scan(page, token)
    await expectVerdict(page, 'expected')
    for (const typed of ['WIFI:S:A B;', 'AB1']) {
      await scan(page, typed)
      await expectVerdict(page, 'unknown')
    }
    await page.locator('.person-button').focus()
    await scan(page, 'SECOND-CODE', 'Tab')
    await expectVerdict(page, 'expected')
    await page.getByLabel(say.code).focus()
    await scan(page, 'NO-SUCH-CODE-EITHER')
    await expectVerdict(page, 'unknown')
    expect(await page.getByLabel(say.code).inputValue()).toBe('')
    expect((await rollcall.get(`${byToken(token)}/arrival`)).json()).toMatchObject({ state: 'possible' })
  })
})

describe('the next contact', () => {
  browserTest('does not hide that the previous arrival, which failed during the next scan, was not sent', async () => {
    const { rollcall, page } = await begin()
    const next = notification({ id: 'n-next', external_id: 'A-next' })
    await rollcall.given(next, checkinToken({ token: 'NEXT-CODE', notification_id: next.id }))
    await typeCode(page, token)
    await expectVerdict(page, 'expected')
    await page.route('**/arrival', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await page.getByRole('button', { name: say.markArrived, exact: true }).click()
    await scan(page, 'NEXT-CODE')
    const kept = page.getByText(`${say.unsent} 1`)
    await kept.waitFor()
    await expectVerdict(page, 'expected')
    await page.unroute('**/arrival')
    await kept.waitFor({ state: 'detached' })
    expect((await rollcall.get(`${byToken(token)}/arrival`)).json()).toMatchObject({ state: 'arrived' })
  })
})

describe('the camera', () => {
  browserTest('reads one code after another, also after a refusal, and looks each up once', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const page = await takeComputer()
    await page.addInitScript(replaceCamera)
    const looked: string[] = []
    page.on('request', (request) => {
      const code = /bytoken\/clinica-lisboa\/([^/]+)$/.exec(request.url())?.[1]
      if (code) looked.push(code)
    })
    const { foreign } = await openDesk(rollcall, page)
    await holdUp(page, 'NO-SUCH-CODE')
    await page.getByRole('button', { name: say.startCamera }).click()
    await expectVerdict(page, 'unknown')
    await holdUp(page, token)
    await expectVerdict(page, 'expected', 'João Silva')
    await holdUp(page, 'ANOTHER-CODE')
    await expectVerdict(page, 'unknown')
    expect(looked).toEqual(['NO-SUCH-CODE', token, 'ANOTHER-CODE'])
    // A code that is held up again later is another scan.
    await page.clock.fastForward(6_000)
    await holdUp(page, 'NO-SUCH-CODE')
    await expect.poll(() => looked.at(-1)).toBe('NO-SUCH-CODE')
    expect(foreign).toEqual([])
  })

  browserTest('that is not allowed is reported, and a picture replaces it', async () => {
    const { page, rollcall } = await begin()
    await page.getByRole('button', { name: say.startCamera }).click()
    await page.getByText(say.camera.none).or(page.getByText(say.camera.denied)).waitFor()
    const one = await contact(rollcall, { external_id: 'A-2' })
    await one.answer('confirm')
    const png = await qrCodePng((await one.token())!)
    await page.getByLabel(say.fromPicture).setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: png })
    await expectVerdict(page, 'expected', 'João Silva')
    const blank = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.getByLabel(say.fromPicture).setInputFiles(blank)
    await page.getByText(say.noCodeInPicture).waitFor()
  })
})

describe('a lost connection', () => {
  browserTest('is reported, and the desk catches up with scans and arrivals when it is back', async () => {
    const { rollcall, page } = await begin()
    await page.context().setOffline(true)
    await page.getByText(say.connection.lost).waitFor()
    await typeCode(page, token)
    await expectVerdict(page, 'listed', 'João Silva')
    const other = await contact(rollcall, {
      external_id: 'A-2',
      contact: { external_id: 'P-2', name: 'Maria Santos', country: 'PT' },
    })
    await other.answer('confirm')
    await rollcall.post(`${byToken((await other.token())!)}/arrival`)
    await page.context().setOffline(false)
    await expectVerdict(page, 'expected', 'João Silva')
    await page.getByText(say.connection.live).waitFor()
    await page.getByRole('region', { name: say.arrivals }).getByText('Maria Santos').waitFor()
  })
})
