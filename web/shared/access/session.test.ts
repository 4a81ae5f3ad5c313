import { expect, test } from 'vitest'
import { ProblemError } from '../../../client/client.ts'
import { refusalOf } from '../loading/follow.ts'
import { faultOfText, type Session, tokenOfText } from './session.ts'
import { storedSession, storeOfDesk, storeOfDevice } from './stored-session.ts'

test.for([
  ['https://rollcall.example', 'no-token'],
  [`rc_${'a'.repeat(35)}`, 'incomplete'],
  [`rc_${'a'.repeat(35)}-`, 'mistyped'],
  [`rc_${'a'.repeat(37)}`, 'mistyped'],
  [`rc_${'a'.repeat(36)}`, undefined],
  [`rc_test_${'a'.repeat(31)}`, 'incomplete'],
  [`rc_test_${'a'.repeat(36)}`, undefined],
] as const)('a typed token %s has the fault %s', ([text, fault]) => {
  expect(faultOfText(text)).toBe(fault)
})

test('a device can scan its token, or the address that has it', () => {
  for (const text of [
    ' rc_abc\n',
    'https://rollcall.example/desk#token=rc_abc',
    'http://host/x/desk?kiosk#token=rc_abc',
  ])
    expect(tokenOfText(text)).toBe('rc_abc')
  expect(tokenOfText('https://rollcall.example/desk')).toBe('https://rollcall.example/desk')
})

function emptyStorage() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
  return { stored, storage }
}

const entity = { id: 'c', name: 'Clinic', time_zone: 'Europe/Lisbon', language: 'pt' }

const sessionOf = (token: string, ...scopes: Session['scopes']) =>
  ({ token, scopes, entities: [entity], entity, clocks: [] }) as unknown as Session

test('a stored session in the format of another version counts as none', () => {
  const { stored, storage } = emptyStorage()
  const { read, write, forget } = storedSession(storage, 'key')
  const session = sessionOf('rc_', 'checkin:read')
  write(session)
  expect(read()).toEqual(session)
  for (const other of [
    '{}',
    'x',
    JSON.stringify({ ...session, entities: [] }),
    JSON.stringify({ ...session, clocks: undefined }),
  ]) {
    storage.setItem('key', other)
    expect(read(), other).toBeUndefined()
  }
  forget()
  expect(stored.size).toBe(0)
})

test('the cookie of a person is no session of a device, also if an earlier version stored it', () => {
  const stored = storedSession(emptyStorage().storage, 'desk')
  const device = storeOfDevice(stored)
  stored.write(sessionOf('', 'checkin:read', 'checkin:write'))
  expect(device.read()).toBeUndefined()
  device.write(sessionOf('rc_desk', 'checkin:read'))
  expect(device.read()?.token).toBe('rc_desk')
})

test("the desk uses the tab's session only if the device has none, and does not store it on the device", () => {
  const device = storedSession(emptyStorage().storage, 'desk')
  const tab = storedSession(emptyStorage().storage, 'console')
  const desk = storeOfDesk(device, tab, ['checkin:read', 'checkin:write'])
  tab.write(sessionOf('rc_console', 'actions:read', 'checkin:read'))
  expect(desk.read()).toBeUndefined()
  tab.write(sessionOf('rc_console', 'actions:read', 'checkin:read', 'checkin:write'))
  const ofTab = desk.read()!
  expect(ofTab).toMatchObject({ token: 'rc_console', isOfTab: true })
  desk.write(ofTab)
  expect(device.read()).toBeUndefined()
  expect(tab.read()).not.toHaveProperty('isOfTab')

  desk.write(sessionOf('rc_desk', 'checkin:read', 'checkin:write'))
  expect(desk.read()).toEqual(device.read())
  expect(tab.read()?.token).toBe('rc_console')
  desk.forget(ofTab)
  expect([device.read()?.token, tab.read()]).toEqual(['rc_desk', undefined])
  desk.forget()
  expect(device.read()).toBeUndefined()
})

test('only a refusal of the token or the entity ends a session', () => {
  const refusal = (status: number, reason?: string) =>
    refusalOf(new ProblemError(new Response(null, { status }), { code: 'x', ...(reason && { reason }) }))
  expect([refusal(401, 'expired'), refusal(403), refusal(404)]).toEqual(['expired', 'not-accepted', 'no-entity'])
  expect([refusal(503), refusal(429), refusalOf(new TypeError())]).toEqual([undefined, undefined, undefined])
})
