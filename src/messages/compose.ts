import { currentCheckinToken } from '../checkin/issued-token.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { DeliveryContext } from '../delivery/deliver.ts'
import { kinds } from '../delivery/kind.ts'
import type { Message } from '../delivery/message.ts'
import { isOptedOut } from '../delivery/opt-out.ts'
import { changeLink, type Leased } from '../delivery/outbox.ts'
import { findEntity } from '../entities/entity.ts'
import { readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { startOfVisit } from '../plugins/registry.ts'
import { qrCodePng } from '../qr-code.ts'
import { changeable, noticesTo } from '../replies/notices.ts'
import { type Acknowledged, acknowledgementText } from './acknowledgement.ts'
import { calendarOf } from './calendar.ts'
import { confirmationMail } from './confirmation.ts'
import type { Occasion } from './message-context.ts'
import { noticeMail, noticeText } from './notice.ts'
import { questionText } from './question.ts'

/** Writes what a delivery brings, from how things stand now; or tells why nothing is sent any more. */
export async function compose(context: DeliveryContext, delivery: Leased): Promise<Message | { stopped: string }> {
  const { database, clock } = context
  const { entity_id, kind, notification_id } = delivery
  const row = await database
    .selectFrom('notifications')
    .selectAll()
    .where('entity_id', '=', entity_id)
    .where('notification_id', '=', notification_id)
    .executeTakeFirstOrThrow()
  if (!(kinds[kind] as readonly State[]).includes(row.state)) return { stopped: row.state }
  const notification = readNotification(row)
  const startsAt = startOfVisit(notification)
  if (kind !== 'question' && startsAt !== undefined && startsAt <= clock.now()) return { stopped: 'too late' }
  if (await isOptedOut(database, entity_id, delivery)) return { stopped: 'opted out' }

  const entity = (await findEntity(database, entity_id))!
  const link = await linkOf(context, delivery)
  const { delivery_id: deliveryId, uid } = delivery
  const occasion: Occasion = { deliveryId, uid, entity, notification, state: row.state, startsAt, link }
  const calendar = async () => (startsAt === undefined ? undefined : calendarOf({ ...occasion, startsAt }))

  switch (kind) {
    case 'notice':
      return delivery.channel === 'email'
        ? noticeMail(occasion, await calendar())
        : noticeText(occasion, context.channels.mobile.takesReplies)
    case 'confirmation': {
      const checkinToken = await currentCheckinToken(database, context.secret, entity_id, notification_id)
      // With another SECRET_KEY since it was issued, nobody can draw it any more.
      if (checkinToken === undefined) return { stopped: 'the check-in token is of another key' }
      return confirmationMail(occasion, {
        checkinToken,
        qrCode: await qrCodePng(checkinToken),
        calendar: await calendar(),
      })
    }
    case 'acknowledgement':
      return acknowledgementText({ ...occasion, state: row.state as Acknowledged })
    case 'question': {
      const asked = changeable(await noticesTo(database, uid, clock.now()), clock.now())
        .filter((notice) => notice.asked)
        .sort((one, other) => one.asked!.number - other.asked!.number)
      if (asked.length === 0) return { stopped: 'answered' }
      const choices = asked.map((notice) => [notice.asked!.number, { ...occasion, ...notice }] as const)
      return questionText(occasion, asked[0]!.asked!.action, new Map(choices))
    }
  }
}

/** The address of the answer page. With another SECRET_KEY since it was taken, its link is another, and has to be found. */
async function linkOf({ database, secret, origin }: DeliveryContext, delivery: Leased): Promise<string> {
  const answer = answerLink(secret, delivery.entity_id, delivery.delivery_id)
  if (hashAnswerLink(answer) !== delivery.link_hash) await changeLink(database, delivery, hashAnswerLink(answer))
  return `${origin()}/a/${answer}`
}
