import { describe, expect } from 'vitest'
import { type Contact, contact, setTime } from '../../../test/contact.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail } from '../../../test/submission.ts'
import { wordsOf } from '../../platform/languages/words.ts'

const words = wordsOf('answer-page', 'pt')

const child = (name: string, over: object = {}) => ({
  external_id: name,
  contact: { ...item().contact, external_id: name, name },
  params: { ...item().params, when: '2026-03-30T10:00:00+01:00' },
  ...over,
})

/** The telephone of a family: messages about Ana and Rui were sent. */
async function family(rollcall: Rollcall) {
  const ana = await contact(rollcall, child('Ana Silva'))
  const rui = await contact(rollcall, child('Rui Silva'))
  await contact(rollcall, child('Zoe Costa', { addresses: [{ channel: 'mobile', uid: '912345679' }] }))
  await rollcall.deliver()
  await contact(rollcall, child('Ivo Silva', { send_at: '2026-03-30T08:20:00Z' }))
  return { ana, rui }
}

/** The part of the page about other visits; empty without one. */
const othersOn = async ({ open }: Contact) =>
  (/<aside class="others">.*?<\/aside>/s.exec((await open()).body)?.[0] ?? '').replaceAll(/[\u2066-\u2069]/g, '')

describe('the page of a link', () => {
  eachEngine('has the other visits of the telephone, and a family answers each', async (rollcall) => {
    const { ana, rui } = await family(rollcall)
    const others = await othersOn(ana)
    expect(others).toContain('…678')
    expect(others).toContain('Rui · Consulta')
    // Another telephone, a message that was not sent, the family name and the number.
    for (const hidden of ['Zoe', 'Ivo', 'Silva', '912345678']) expect(others).not.toContain(hidden)
    const [, action, nonce] = /action="\.\/([^"]+)"><input type="hidden" name="nonce" value="([^"]+)"/.exec(others)!
    const answer = await rollcall.postForm(`/a/${action}`, { answer: 'confirm', nonce: nonce! })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`./${action}`)
    expect([await ana.state(), await rui.state()]).toEqual(['open', 'confirmed'])
    expect(await rui.actions()).toMatchObject([{ action: 'confirm', channel: 'mobile', uid: '+351912345678' }])
    const after = await othersOn(ana)
    expect(after).toContain(words.titles.confirmed)
    expect(after).not.toContain('<form')
  })

  serviceTest('takes no answer for another visit with its own nonce', async (rollcall) => {
    const { ana, rui } = await family(rollcall)
    const [, action] = /action="\.\/([^"]+)"/.exec(await othersOn(ana))!
    const answer = await rollcall.postForm(`/a/${action}`, { answer: 'confirm', nonce: ana.nonce })
    expect([answer.statusCode, await rui.state()]).toEqual([403, 'open'])
  })

  serviceTest('has the other visits of a mailbox, but not those of the same contact elsewhere', async (rollcall) => {
    const ana = await contact(rollcall, child('Ana Silva', { addresses: [mail] }))
    await contact(rollcall, child('Rui Silva', { addresses: [mail] }))
    await contact(rollcall, { ...child('Ana Silva'), external_id: 'A-9' })
    await rollcall.deliver()
    const others = await othersOn(ana)
    expect(others).toContain('Rui')
    expect(others.match(/<li>/g)).toHaveLength(1)
  })

  serviceTest('shows names only as the clinic does', async (rollcall) => {
    const { ana } = await family(rollcall)
    await rollcall.database.updateTable('entities').set({ names: 'none' }).execute()
    const others = await othersOn(ana)
    expect(others).toContain('<strong>Consulta</strong>')
    expect(others).not.toContain('Rui')
  })

  eachEngine('shows no others once the address is removed, opted out, or not theirs', async (rollcall) => {
    const { ana, rui } = await family(rollcall)
    const setRemoved = (removed: 0 | 1, id: string) =>
      rollcall.database.updateTable('deliveries').set({ removed }).where('notification_id', '=', id).execute()
    await setRemoved(1, rui.id)
    expect(await othersOn(ana)).toBe('')
    await setRemoved(0, rui.id)
    expect(await othersOn(ana)).toContain('Rui')
    await rollcall.postForm(`${ana.url}/opt-out`, { nonce: ana.nonce, messages: 'stop' })
    expect(await othersOn(ana)).toBe('')
    await rollcall.postForm(`${ana.url}/opt-out`, { nonce: ana.nonce, messages: 'start' })
    await rui.answer('not-me')
    expect(await othersOn(ana)).toBe('')
  })

  serviceTest('shows none that are over, and none once its own visit is over', async (rollcall) => {
    const { ana } = await family(rollcall)
    const early = await contact(rollcall, item({ external_id: 'A-1' }))
    await rollcall.deliver()
    expect((await othersOn(early)).match(/<li>/g)).toHaveLength(2)
    setTime(rollcall, '2026-03-30T08:40:00Z')
    expect((await othersOn(ana)).match(/<li>/g)).toHaveLength(1)
    setTime(rollcall, '2026-03-30T09:40:00Z')
    expect(await othersOn(ana)).toBe('')
  })

  serviceTest('shows none of a number that more people share than a family has', async (rollcall) => {
    const { ana } = await family(rollcall)
    for (let count = 0; count < 9; count++) await contact(rollcall, child(`Filho${count} Silva`))
    await rollcall.deliver()
    expect(await othersOn(ana)).toBe('')
  })

  serviceTest('is in the audit with each contact that it shows', async (rollcall) => {
    const { ana, rui } = await family(rollcall)
    await othersOn(ana)
    await rollcall.audit.flush()
    const entries = (await rollcall.get('/v1/audit/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
    expect(entries.at(-1)).toMatchObject({ operation: 'GET /a/:link', notification_ids: [ana.id, rui.id], count: 2 })
  })
})
