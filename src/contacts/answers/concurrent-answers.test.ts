import { expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { item, notify, submission } from '../../../test/submission.ts'
import { answer } from '../../notifications/lifecycle/answer.ts'
import { findLink } from './open-link.ts'

const actions = ({ database }: Rollcall) =>
  database.selectFrom('actions').select(['sequence', 'action', 'record']).orderBy('sequence').execute()

eachEngine('concurrent answers of one clinic get consecutive sequences', async (rollcall) => {
  await rollcall.given(entity())
  const items = Array.from({ length: 24 }, (_, index) => item({ external_id: `A-${index}` }))
  await rollcall.post(notifications, submission(...items))
  const contacts = await Promise.all(items.map(({ external_id }) => contact(rollcall, { external_id })))
  await Promise.all(contacts.map(({ answer }, index) => answer(['confirm', 'cancel', 'reschedule'][index % 3]!)))
  const sequences = (await actions(rollcall)).map(({ sequence }) => sequence)
  expect(sequences).toEqual(Array.from({ length: 24 }, (_, index) => index + 1))
  const logged = await rollcall.database.selectFrom('events').select('action_sequence').execute()
  expect(logged.filter(({ action_sequence }) => action_sequence !== null)).toHaveLength(24)
  const tokens = await rollcall.database.selectFrom('checkin_tokens').select('revoked').execute()
  expect(tokens).toEqual(Array(8).fill({ revoked: null }))
})

eachEngine('an answer records the visit as changed after the contact opened the page', async (rollcall) => {
  const one = await contact(rollcall)
  const opened = await findLink(rollcall.database, { params: { link: one.link }, query: {} })
  await notify(rollcall, { params: { ...item().params, doctor: 'Rui Costa' } })
  const given = { action: 'confirm', channel: 'mobile', uid: '+351912345678' } as const
  const answered = await rollcall.database.writeFor('clinica-lisboa', (trx) =>
    answer(trx, rollcall, opened, given, rollcall.clock.now()),
  )
  expect(answered).toEqual({ outcome: 'recorded', sequence: 1 })
  expect(JSON.parse((await actions(rollcall))[0]!.record).params.doctor).toBe('Rui Costa')
})
