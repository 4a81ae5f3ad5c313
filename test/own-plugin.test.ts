import { Type } from 'typebox'
import { afterAll, expect, vi } from 'vitest'
import type { Plugin } from '../src/visits/plugins/plugin.ts'

// The modules read the registry while they load. Load them again with one more plugin, and once more without it.
vi.resetModules()
// The document that the recorded exchanges are checked against does not have this plugin.
vi.stubEnv('EXCHANGES', '')
const { plugins } = await import('../src/visits/plugins/registry.ts')
const { completeTimes, faultsOfEnd, line, text, timesOf, When, whenParams } = await import(
  '../src/visits/plugins/visit.ts'
)
const dentalCleaning: Plugin = {
  category: 'dental',
  target: 'cleaning',
  params: Type.Object({ ...whenParams, chair_number: text }),
  actionOnly: [],
  submittedParams: Type.Object({ when: When, chair_number: line('The chair.') }, { additionalProperties: false }),
  faults: faultsOfEnd,
  complete: completeTimes,
  answers: ['confirm', 'cancel'],
  isCampaign: false,
  times: (params) => timesOf(params, 0, 0),
  shows: { notice: ['chair_number'], moved: [], confirmation: [], calendar: [] },
}
;(plugins as Plugin[]).push(dentalCleaning)
const { answerLink } = await import('../src/messages/delivery/answer-link.ts')
const { entity } = await import('./history.ts')
const { serviceTest } = await import('./rollcall.ts')
const { item, mail } = await import('./submission.ts')
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const notifications = '/v1/notifications/clinica-lisboa'
const { category, target } = dentalCleaning
const params = { when: '2026-03-30T09:30:00+01:00', chair_number: '4' }

serviceTest('a plugin is one folder: without texts of its own, it has those of any visit', async (rollcall) => {
  const { given, post, get, app, secret, deliver, database } = rollcall
  await given(entity())
  const task = { category, target, notifications: [item({ addresses: [mail], params })] }
  const [{ id }] = (await post(notifications, task)).json().notifications
  await deliver()
  const [{ text }] = (await get(`${notifications}/${id}/messages`)).json()
  expect(text).toContain('Marcação')
  expect(text).toContain('chair number: 4')
  expect(text).toContain('Por favor, responda aqui:')
  const { delivery_id } = await database.selectFrom('deliveries').select('delivery_id').executeTakeFirstOrThrow()
  const page = (await app.inject({ url: `/a/${answerLink(secret, 'clinica-lisboa', delivery_id)}` })).body
  expect(page).toContain('Marcação')
  expect([...page.matchAll(/name="answer" value="(\w+)"/g)].map(([, answer]) => answer)).toEqual(['confirm', 'cancel'])
})
