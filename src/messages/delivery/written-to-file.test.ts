import { describe, expect } from 'vitest'
import { notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'
import { email } from '../../channels/email/email.ts'
import { fileSender } from '../../channels/file-sender.ts'
import { mobile } from '../../channels/mobile/mobile.ts'
import { unsentChannels } from '../../channels/open-channels.ts'

/** The senders of a service without servers, as it opens them. */
const files = ({ folder }: Rollcall) => ({
  mobile: fileSender(mobile, `${folder}/files`),
  email: fileSender(email, `${folder}/files`),
})
const unreached = async ({ get }: Rollcall) =>
  (await get(byVisit('2026-03-30', '2026-03-30', '/count?reached=false'))).json().count

describe('a message of a channel without a server', () => {
  eachEngine('says that it was written to a file, also when there is a server later', async (rollcall) => {
    const { id, delivery } = await notify(rollcall)
    await rollcall.deliver(files(rollcall))
    const written = { state: 'sent', reason: 'file', sent_at: expect.any(String) }
    expect(await delivery()).toMatchObject(written)
    expect(await unreached(rollcall)).toBe(1)
    const { task_id } = (await rollcall.get(`${notifications}/${id}`)).json()
    const task = (await rollcall.get(`/v1/tasks/clinica-lisboa/${task_id}`)).json()
    expect(task).toMatchObject({ deliveries: { sent: 1 }, written: 1, reached: 0 })
    // The operator sets up a server, and the clinic withdraws the visit.
    await rollcall.post(`${notifications}/${id}/cancellation`)
    await rollcall.deliver()
    const { events } = (await rollcall.get(`${notifications}/${id}/timeline`)).json()
    const messages = events.filter(({ type }: { type: string }) => type === 'message')
    expect(messages).toMatchObject([
      { state: 'sent', reason: 'file' },
      { kind: 'withdrawn', state: 'sent' },
    ])
    expect(messages[1]).not.toHaveProperty('reason')
    const list = (await rollcall.get(byVisit('2026-03-30'), { accept: 'text/csv' })).body
    expect(list).toContain('notice mobile sent (file); withdrawn mobile sent,')
  })

  serviceTest('makes the next address the one to use, without a wait for an answer', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } }, { 'if-match': '*' })
    await rollcall.post(notifications, submission(item({ addresses: [...item().addresses, mail] })))
    while ((await rollcall.deliver({ mobile: files(rollcall).mobile })) > 0);
    const sent = await rollcall.database.selectFrom('deliveries').select(['channel', 'state', 'reason']).execute()
    expect(sent).toEqual([
      { channel: 'mobile', state: 'sent', reason: 'file' },
      { channel: 'email', state: 'sent', reason: null },
    ])
    expect(await unreached(rollcall)).toBe(0)
  })
})

const texts = unsentChannels({ servers: { email: { url: 'smtp://mail', from: 'a@example.org' } } }, 'no-server')

serviceTest(
  'an access token names the channels that send nothing',
  async ({ get }) => {
    expect((await get('/v1/access-token')).json()).toMatchObject({
      unsent: { channels: ['mobile', 'whatsapp'], reason: 'no-server' },
    })
  },
  { unsent: () => texts },
)
