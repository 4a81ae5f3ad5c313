import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { revokeAccessToken } from '../../src/access/credentials/access-token.ts'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { minutes, seconds } from '../../src/platform/time/instant.ts'
import { entity, history, notification } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { browserTest, takeComputer, takeComputerWithCamera, takeComputerWithTwoCameras } from './chromium.ts'
import { at, begin, kept, rowOf } from './desk-day.ts'
import { shoot } from './film.ts'
import { expectVerdict, openDesk, say, typeCode } from './front-desk.ts'
import { seeClinic, signOut } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const week = 7 * 24 * 60 * 60_000
const sayAccess = wordsOf('pages', 'en').access

const signedOut = (page: Page) => page.getByRole('button', { name: sayAccess.signIn }).waitFor()

/** Marks the arrival of the code without a connection, which stays away. */
async function markWithoutConnection(page: Page) {
  await typeCode(page, token)
  await expectVerdict(page, 'expected')
  await page.route('**/arrival', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: say.markArrived, exact: true }).click()
  await expectVerdict(page, 'unsent')
}

/** Reads a store of the device's database. */
const stored = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('rollcall.desk')
        opening.onerror = reject
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
    name,
  )

describe('an arrival at one clinic, on a device of two', () => {
  async function begin() {
    const rollcall = await bootRollcall()
    await rollcall.given(...history(), entity({ id: 'porto', name: 'Clínica Porto' }))
    const page = await takeComputer()
    const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    await enterBy(page, `${await rollcall.listen()}/desk#token=${access}`)
    await markWithoutConnection(page)
    await page.getByLabel(sayAccess.clinic).selectOption('Clínica Porto')
    await seeClinic(page, 'Clínica Porto')
    await page.getByText(`${say.unsent} 1`).waitFor()
    return { rollcall, page }
  }

  browserTest('is sent while the device shows the other', async () => {
    const { rollcall, page } = await begin()
    await page.unroute('**/arrival')
    await page.getByText(`${say.unsent} 1`).waitFor({ state: 'detached' })
    expect((await rollcall.get(`/v1/checkin/bytoken/clinica-lisboa/${token}/arrival`)).json()).toMatchObject({
      state: 'arrived',
    })
  })

  browserTest('is lost by a sign-out only after a question', async () => {
    const { page } = await begin()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      return asked.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await signOut(page)
    await page.getByText(`${say.unsent} 1`).waitFor()
    await signOut(page)
    await signedOut(page)
    expect(asked).toEqual([format(say.loseUnsent, { count: 1 }, 'en'), format(say.loseUnsent, { count: 1 }, 'en')])
    await expect.poll(() => kept(page)).toEqual({ arrivals: 0, days: 0, pages: 0 })
  })
})

browserTest('an arrival that is discarded in one tab is not sent by another tab', async () => {
  const { rollcall, page, origin } = await begin(at('Eva Lopes', 30), at('Rui Costa', 60))
  const other = await page.context().newPage()
  await other.goto(`${origin}/desk`)
  await rowOf(other, 'Rui Costa').waitFor()
  await page.context().setOffline(true)
  for (const name of ['Eva Lopes', 'Rui Costa']) {
    await rowOf(page, name).click()
    await expectVerdict(page, 'listed', name)
    await page.getByRole('button', { name: say.markArrived, exact: true }).click()
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'unsent', name)
  }
  const [held, isDiscarded] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  await page.route('**/arrival', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const sent: string[] = []
  await other.route('**/arrival', async (route) => {
    const [id] = /[^/]+(?=\/arrival$)/.exec(route.request().url())!
    sent.push(id)
    held.resolve(id)
    await isDiscarded.promise
    await route.continue()
  })
  await page.context().setOffline(false)
  const first = await held.promise
  const [kept, discarded] =
    first === 'eva-lopes' ? (['Eva Lopes', 'Rui Costa'] as const) : (['Rui Costa', 'Eva Lopes'] as const)
  await rowOf(page, discarded).click()
  await expectVerdict(page, 'unsent', discarded)
  await page.getByRole('button', { name: say.remedies.discard }).click()
  await expectVerdict(page, 'expected', discarded)
  isDiscarded.resolve()
  await rowOf(page, `${kept} ${wordsOf('pages', 'en').states.arrived}`).waitFor()
  // The other tab has sent its arrivals.
  await other.getByText(say.unsent).waitFor({ state: 'detached' })
  expect(sent).toEqual(sent.map(() => first))
  const visit = await rollcall.get(`/v1/notifications/clinica-lisboa/${discarded.toLowerCase().replace(' ', '-')}`)
  expect(visit.json()).not.toHaveProperty('arrived_at')
})

describe('of an arrival, a device', () => {
  /** A desk that keeps an arrival of a contact whose birth date and citizen number it has shown. */
  async function begin() {
    const rollcall = await bootRollcall()
    await rollcall.given(...history(), entity({ id: 'porto', name: 'Clínica Porto' }))
    const page = await takeComputer()
    const desk = await openDesk(rollcall, page)
    await markWithoutConnection(page)
    return { rollcall, page, ...desk }
  }

  const arrivals = (page: Page) => stored(page, 'arrivals')

  browserTest('stores only what the request and the list need', async () => {
    const { page } = await begin()
    expect(await arrivals(page)).toEqual([
      {
        key: expect.any(String),
        entityId: 'clinica-lisboa',
        id: 'n-1',
        name: 'João Silva',
        at: expect.any(String),
      },
    ])
  })

  browserTest('forgets everything after seven days, also when its token was revoked', async () => {
    const { rollcall, page, origin, id } = await begin()
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    rollcall.clock.time += seconds(6)
    await page.reload()
    await signedOut(page)
    expect(await arrivals(page)).toHaveLength(1)
    await page.clock.setFixedTime(new Date(rollcall.clock.time / 1_000 + week))
    await page.goto(`${origin}/desk?again`)
    await signedOut(page)
    await expect.poll(() => arrivals(page)).toEqual([])
  })

  browserTest('forgets everything after seven days, although the page stays open without a connection', async () => {
    const { page } = await begin()
    await page.clock.fastForward(week - 60_000)
    await page.clock.runFor(6_000)
    expect(await arrivals(page)).toHaveLength(1)
    await page.clock.fastForward(120_000)
    await page.getByText(say.unsent).waitFor({ state: 'detached' })
    expect(await arrivals(page)).toEqual([])
  })

  browserTest('forgets everything after seven days, although its page shows the sign-in', async () => {
    const { rollcall, page, id } = await begin()
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    rollcall.clock.time += seconds(6)
    await page.clock.fastForward(31_000)
    await signedOut(page)
    await page.clock.fastForward(week)
    await page.clock.runFor(11 * 60_000)
    await expect.poll(() => arrivals(page)).toEqual([])
  })

  browserTest('stores no citizen number, gender or address of the visits of the day', async () => {
    const { page } = await begin()
    await expect.poll(() => stored(page, 'pages')).toHaveLength(1)
    const texts = JSON.stringify(await stored(page, 'pages'))
    for (const needed of ['João Silva', '1980-02-29', 'P-77', 'A-1001', 'Ana Reis', 'checkin_code_sha256'])
      expect(texts).toContain(needed)
    expect(texts).not.toMatch(/citizen_id|12345678|gender|pt_PT|doctor_external_id|"(year|month|day|hour|minute)":"/)
    // The page that is open shows the number, by which staff tell contacts of the same name apart.
    await rowOf(page, 'João Silva').click()
    await page.getByText('12345678').waitFor()
  })

  browserTest('keeps it when staff sign out of another clinic', async () => {
    const { rollcall, page, origin, id } = await begin()
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    rollcall.clock.time += seconds(6)
    await page.reload()
    await signedOut(page)
    const porto = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'], entities: ['porto'] })
    await enterBy(page, `${origin}/desk#token=${porto.token}`)
    await seeClinic(page, 'Clínica Porto')
    await signOut(page)
    await signedOut(page)
    expect(await arrivals(page)).toMatchObject([{ entityId: 'clinica-lisboa', name: 'João Silva' }])
    await page.unroute('**/arrival')
    const lisboa = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'], entities: ['clinica-lisboa'] })
    await enterBy(page, `${origin}/desk?again#token=${lisboa.token}`)
    await expect.poll(() => arrivals(page)).toEqual([])
    expect((await rollcall.get(`/v1/checkin/bytoken/clinica-lisboa/${token}/arrival`)).json()).toMatchObject({
      state: 'arrived',
    })
  })
})

describe('a device that signs out', () => {
  browserTest('keeps no visits, although it was storing them', async () => {
    const rollcall = await bootRollcall()
    const visits = Array.from({ length: 3_100 }, (_, index) => {
      const when = new Date((rollcall.clock.time + minutes(index / 10)) / 1_000).toISOString()
      return notification({ id: `n-${index}`, external_id: `A-${index}`, params: { when, event_date: when } })
    })
    await rollcall.given(entity(), ...visits)
    const page = await takeComputer()
    await page.addInitScript(signOutWhileStoring, sayAccess.signOut)
    const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    await page.clock.install({ time: rollcall.clock.time / 1_000 })
    await enterBy(page, `${await rollcall.listen()}/desk#token=${access}`)
    await signedOut(page)
    expect(await page.evaluate('window.stored')).toBeGreaterThan(0)
    await page.clock.runFor(5_000)
    expect(await kept(page)).toEqual({ arrivals: 0, days: 0, pages: 0 })
  })

  browserTest('keeps no visits after its token was revoked', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const page = await takeComputer()
    const { id } = await openDesk(rollcall, page)
    await expect.poll(async () => (await kept(page)).pages).toBe(1)
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    rollcall.clock.time += seconds(3)
    await page.clock.fastForward(31_000)
    await signedOut(page)
    await expect.poll(() => kept(page)).toEqual({ arrivals: 0, days: 0, pages: 0 })
  })

  browserTest('signs out although its database fails', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const page = await takeComputer()
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The disk is damaged.', 'UnknownError')
      }
    })
    await openDesk(rollcall, page)
    await signOut(page)
    await signedOut(page)
    expect(await page.evaluate(() => localStorage.getItem('rollcall.desk'))).toBeNull()
  })
})

/** Presses the button when the page stores the first visits. `window.stored` counts the pages of visits. */
function signOutWhileStoring(button: string) {
  Object.assign(window, { stored: 0 })
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value, key) {
    if (this.name === 'pages') {
      Object.assign(window, { stored: (window as unknown as { stored: number }).stored + 1 })
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === button)
      found?.click()
    }
    return put.call(this, value, key)
  }
}

describe('a page that a proxy sends instead of the desk', () => {
  for (const [name, status, headers, body] of [
    ['with a text', 200, { 'content-type': 'text/html' }, '<h1>Maintenance</h1>'],
    ['as a redirect', 302, { location: '/sign-in' }, ''],
  ] as const)
    browserTest(`${name} does not replace the kept desk`, async () => {
      const rollcall = await bootRollcall()
      await rollcall.given(...history())
      const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
      const proxy = await proxyTo(await rollcall.listen())
      const page = await takeComputer()
      await enterBy(page, `${proxy.origin}/desk#token=${access}`)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.getByText(say.connection.live).waitFor()
      await page.goto(`${proxy.origin}/desk/?again#by-slash`)
      await page.getByText(say.connection.live).waitFor()
      expect(page.url()).toBe(`${proxy.origin}/desk?again#by-slash`)
      proxy.instead = { status, headers, body }
      await page.reload()
      await page.getByRole('heading', { name: status === 200 ? 'Maintenance' : 'Sign in to the proxy' }).waitFor()
      await page.context().setOffline(true)
      await page.goto(`${proxy.origin}/desk`)
      await page.getByText(say.connection.lost).waitFor()
    })

  interface Reply {
    status: number
    headers: Record<string, string>
    body: string
  }

  /** Forwards all requests. `instead` replaces the desk. */
  async function proxyTo(origin: string) {
    const proxy: { origin: string; instead: Reply | undefined } = { origin: '', instead: undefined }
    const server = createServer((asked, reply) => {
      if (asked.url === '/sign-in')
        return reply.setHeader('content-type', 'text/html').end('<h1>Sign in to the proxy</h1>')
      if (asked.url === '/desk' && proxy.instead) {
        const { status, headers, body } = proxy.instead
        return reply.writeHead(status, headers).end(body)
      }
      const forwarded = request(`${origin}${asked.url}`, { method: asked.method, headers: asked.headers }, (answer) => {
        reply.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(reply)
      })
      forwarded.on('error', () => reply.destroy())
      asked.pipe(forwarded)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return proxy
  }
})

describe('a device with a camera', () => {
  browserTest('signs in by the QR code of a token', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    const film = join(rollcall.folder, 'token.y4m')
    shoot(film, { shows: access, seconds: 1 })
    const page = await takeComputerWithCamera(film)
    await page.goto(`${await rollcall.listen()}/desk`)
    await page.getByRole('button', { name: say.startCamera }).click()
    await page.getByText(say.connection.live).waitFor()
  })

  browserTest('lets the receptionist choose one of two, and remembers it', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    const page = await takeComputerWithTwoCameras()
    await enterBy(page, `${await rollcall.listen()}/desk#token=${access}`)
    await page.getByRole('button', { name: say.startCamera }).click()
    const choice = page.getByRole('combobox', { name: say.cameraChoice })
    await choice.waitFor()
    const [, second] = await choice.locator('option').allInnerTexts()
    await choice.selectOption(second!)
    const shown = () =>
      page.evaluate(() => (document.querySelector('video')?.srcObject as MediaStream | null)?.getTracks()[0]?.label)
    await expect.poll(shown).toBe(second)
    await page.reload()
    await expect.poll(shown).toBe(second)
  })

  browserTest('uses it again after it was unplugged', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const film = join(rollcall.folder, 'code.y4m')
    shoot(film, { shows: undefined, seconds: 1 }, { shows: token, seconds: 1 })
    const page = await takeComputerWithCamera(film)
    await openDesk(rollcall, page)
    await page.getByRole('button', { name: say.startCamera }).click()
    await page.getByText(say.camera.on).waitFor()
    // Simulates that the camera is unplugged.
    await page.evaluate(() => {
      const [track] = (document.querySelector('video')!.srcObject as MediaStream).getVideoTracks()
      track!.stop()
      track!.dispatchEvent(new Event('ended'))
    })
    await page.waitForFunction(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream | null
      return stream?.getVideoTracks()[0]?.readyState === 'live'
    })
    await expectVerdict(page, 'expected')
    await page.reload()
    await page.getByText(say.camera.on).waitFor()
  })
})

describe('an erased contact', () => {
  browserTest('leaves the device when it loads the day again, also the refused arrival', async () => {
    const { page, rollcall } = await begin(at('Quokkary Silva', 30), at('Rui Costa', 40))
    await rowOf(page, 'Quokkary Silva').waitFor()
    const names = async () => JSON.stringify([await stored(page, 'pages'), await stored(page, 'arrivals')])
    await expect.poll(names).toContain('Quokkary')
    await page.evaluate(
      (arrival) =>
        new Promise((resolve) => {
          const opening = indexedDB.open('rollcall.desk')
          opening.onsuccess = () => {
            const writing = opening.result.transaction('arrivals', 'readwrite')
            writing.objectStore('arrivals').put(arrival)
            writing.oncomplete = () => resolve(opening.result.close())
          }
        }),
      {
        key: 'k',
        entityId: 'clinica-lisboa',
        id: 'quokkary-silva',
        name: 'Quokkary Silva',
        at: new Date(rollcall.clock.time / 1_000).toISOString(),
        refusal: 'too-late',
      },
    )
    await rollcall.post('/v1/erasures/clinica-lisboa', { contact_external_id: 'P-quokkary-silva' })
    await rollcall.erase()
    await page.reload()
    await expect.poll(names).not.toContain('Quokkary')
    expect(await names()).toContain('Rui Costa')
  })
})
