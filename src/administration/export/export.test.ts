import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item } from '../../../test/submission.ts'
import type { Cleared } from '../../platform/database/table-data.ts'
import { personalTables } from '../personal-data/personal-tables.ts'
import { tableData } from '../personal-data/tables.ts'

const own = { channel: 'mobile' as const, uid: '+351912000111' }
const person = item({
  contact: {
    external_id: 'P/1',
    name: 'Eva Kern',
    citizen_id: '000912000111',
    language: 'de_DE',
    birth_date: '1980-02-29',
  },
  addresses: [own],
})
const url = `/v1/contacts/clinica-lisboa/${encodeURIComponent('P/1')}/export`

/** A contact who has answered, with a note of staff. */
async function known(rollcall: Rollcall) {
  const one = await contact(rollcall, person)
  await one.answer('reschedule', 'in the morning')
  await rollcall.post(`/v1/notifications/clinica-lisboa/${one.id}/notes`, { text: 'Calls back' })
  return one
}

describe('the export of a contact', () => {
  eachEngine('has the rows of each table, without the names of staff', async (rollcall) => {
    const { id } = await known(rollcall)
    const { data, ...about } = (await rollcall.get(url)).json()
    expect(about).toMatchObject({ entity_id: 'clinica-lisboa', contact_external_id: 'P/1' })
    expect(Object.keys(data).sort()).toEqual(['actions', 'deliveries', 'events', 'notes', 'notifications'])
    expect(data.notifications).toMatchObject([{ notification_id: id, contact: person.contact, wish: 'in the morning' }])
    expect(data.notes).toMatchObject([{ text: 'Calls back' }])
    expect(data.notes[0].written_by).toBeUndefined()
    expect(data.deliveries[0]).toMatchObject({ channel: 'mobile', uid: own.uid })
  })

  eachEngine('has every personal column that has a value', async (rollcall) => {
    await known(rollcall)
    const { data } = (await rollcall.get(url)).json()
    for (const name of personalTables) {
      const rows = await rollcall.database.selectFrom(name).selectAll().execute()
      for (const [column, held] of Object.entries<string | Cleared>(tableData[name].columns)) {
        if (held === 'none' || held === 'staff') continue
        const stored = rows.filter((row) => row[column as never] !== null).length
        const copied = (data[name] ?? []).filter((row: object) => column in row).length
        expect([name, column, copied]).toEqual([name, column, stored])
      }
    }
  })

  serviceTest('is a page in the language of the contact, with times in the zone of the clinic', async (rollcall) => {
    await known(rollcall)
    const { app, token } = rollcall
    const page = await app.inject({ url, headers: { authorization: `Bearer ${token}`, accept: 'text/html' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const text of [
      '<html lang="de">',
      'Ihre Daten',
      'Eva Kern',
      '30. März 2026 um 09:30',
      'Um eine andere Zeit gebeten',
    ])
      expect(page.body).toContain(text)
  })

  serviceTest('lacks what an address of several contacts may tell about another one', async (rollcall) => {
    const { get, put } = rollcall
    await known(rollcall)
    await contact(rollcall, { external_id: 'A-2', contact: { external_id: 'P-2', name: 'Rui' }, addresses: [own] })
    await put('/v1/opt-outs/clinica-lisboa', { ...own, opted_out: true })
    expect((await get(url)).json().data.opt_outs).toBeUndefined()
  })

  serviceTest('of an unknown contact is 404', async (rollcall) => {
    await known(rollcall)
    expect((await rollcall.get('/v1/contacts/clinica-lisboa/P-9/export')).json().code).toBe('contact-not-found')
  })
})
