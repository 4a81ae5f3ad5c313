import { contact, notifications } from './contact.ts'
import { mailServer } from './mail-server.ts'
import type { Rollcall } from './rollcall.ts'
import { mail, moved, notify } from './submission.ts'

/** Returns the mails of a visit that is announced, confirmed, moved and withdrawn: one of each kind, in this order. */
export async function mailsOfAVisit(rollcall: Rollcall): Promise<string[]> {
  const { received, email } = await mailServer()
  const one = await contact(rollcall, { addresses: [mail] })
  await rollcall.deliver({ email })
  await one.answer('confirm')
  await rollcall.deliver({ email })
  const { id } = await notify(rollcall, { ...moved, addresses: [mail] })
  await rollcall.deliver({ email })
  await rollcall.post(`${notifications}/${id}/cancellation`)
  await rollcall.deliver({ email })
  return received
}
