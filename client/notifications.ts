import type { AnswerMeasure } from '../src/contacts/replies/text-answer-routes.ts'
import type { ReplyFilters, UnhandledReply } from '../src/contacts/replies/unhandled-reply.ts'
import type { Timeline } from '../src/contacts/timeline/timeline.ts'
import type { OptedIn, OptOut, OptOutChange } from '../src/messages/opt-outs/opt-outs.ts'
import type { OutcomesQuery } from '../src/notifications/figures/outcomes-query.ts'
import type { VisitOutcomes } from '../src/notifications/figures/visit-outcomes.ts'
import type { KeysQuery } from '../src/notifications/lists/find-by-key.ts'
import type { ListFilters as VisitFilters } from '../src/notifications/lists/list-visits.ts'
import type { NextDay } from '../src/notifications/next-day/next-day.ts'
import type { SentMessage } from '../src/notifications/sent-messages/sent-message.ts'
import type { NotificationStatus } from '../src/notifications/status/status.ts'
import type { Submission, Task } from '../src/notifications/submit/submission.ts'
import type { ListedTask } from '../src/notifications/tasks/list-tasks.ts'
import type { NotificationFilters } from '../src/notifications/tasks/task-notifications.ts'
import type { ClockDecision } from '../src/notifications/zone-rules/routes.ts'
import { type Connection, filtered, type Page, pageSize } from './connection.ts'
import { idempotencyKey } from './request.ts'

export interface NotificationMethods {
  /** Submits notifications. */
  notify(entityId: string, submission: Submission): Promise<Task>
  /** Returns the status of a notification and of its deliveries. */
  notification(entityId: string, id: string): Promise<NotificationStatus>
  /** Lists the mails and text messages of a notification that were sent. The service renders them again, without the
   *  secrets of their links. */
  sentMessages(entityId: string, id: string): Promise<SentMessage[]>
  /** Returns the past events of a notification, and its planned ones. */
  timeline(entityId: string, id: string): Promise<Timeline>
  /** Sends a reminder in addition to those of the sequence. With `isUrgent`, it does not wait for the end of quiet hours. */
  remind(entityId: string, id: string, isUrgent?: boolean): Promise<NotificationStatus>
  /** Withdraws a visit. The service tells the addresses that were told of it. */
  withdraw(entityId: string, id: string): Promise<NotificationStatus>
  /** Keeps the local time or the instant of a visit whose local time newer time-zone rules have changed. Returns the notification that
   *  now stands for the visit. */
  decideClockChange(entityId: string, id: string, keep: ClockDecision['keep']): Promise<NotificationStatus>
  /** Lists the visits that start on the days from `startDate` to `endDate`, ordered by start. Each request reads at most
   *  `limit` of them, by default 1,000. */
  visits(
    entityId: string,
    startDate: string,
    endDate: string,
    filters?: VisitFilters,
    limit?: number,
  ): AsyncGenerator<NotificationStatus>
  /** Returns the same visits as CSV. */
  visitsCsv(entityId: string, startDate: string, endDate: string, filters?: VisitFilters): Promise<Blob>
  /** Reads the visits of these days page by page, from the start or after the cursor of a page. */
  visitPages(
    entityId: string,
    startDate: string,
    endDate: string,
    after?: string,
    filters?: VisitFilters,
  ): AsyncGenerator<Page<NotificationStatus>>
  /** Counts the visits that `visits` lists. */
  countVisits(entityId: string, startDate: string, endDate: string, filters?: VisitFilters): Promise<number>
  /** Finds the next working day, and the next day with appointments, with their counts. */
  nextDay(entityId: string): Promise<NextDay>
  /** Counts the outcomes of the same visits: contacts who confirmed, moved, cancelled, did not answer, and arrived. Counts the
   *  visits that are over apart from those to come, with `by` also in groups. */
  visitOutcomes(entityId: string, startDate: string, endDate: string, query?: OutcomesQuery): Promise<VisitOutcomes>
  /** Lists the notifications of these keys of the client's own, the latest first. */
  notificationsByKey(
    entityId: string,
    externalIds: string[],
    filters?: Pick<KeysQuery, 'category' | 'target'>,
  ): AsyncGenerator<NotificationStatus>
  /** Lists the tasks submitted from the start of `startDate` to the end of `endDate`, newest first, with their
   *  counts. */
  tasks(entityId: string, startDate: string, endDate: string): AsyncGenerator<ListedTask>
  /** Lists the notifications of a task with their status. The filters match the states of deliveries. */
  taskNotifications(entityId: string, taskId: string, filters?: NotificationFilters): AsyncGenerator<NotificationStatus>
  /** Lists the addresses that receive no messages from the entity, by channel and uid. */
  optOuts(entityId: string): AsyncGenerator<OptOut>
  /** Stops messages from the entity to the address, or lifts its opt-out. Returns the opt-out, or its absence. */
  setOptOut(entityId: string, change: OptOutChange): Promise<OptOut | OptedIn>
  /** Lists contacts' messages that are not answers, from the start of `startDate` to the end of `endDate`. */
  replies(entityId: string, startDate: string, endDate: string, filters?: ReplyFilters): AsyncGenerator<UnhandledReply>
  /** Returns the same messages as CSV. */
  repliesCsv(entityId: string, startDate: string, endDate: string, filters?: ReplyFilters): Promise<Blob>
  /** Counts the messages that `replies` lists. */
  countReplies(entityId: string, startDate: string, endDate: string, filters?: ReplyFilters): Promise<number>
  /** Marks a message as read, or removes the mark. */
  read(entityId: string, replyId: string, read: boolean): Promise<UnhandledReply>
  /** Sends a text to the contact who wrote. The same `key` sends it once. */
  answerReply(entityId: string, replyId: string, text: string, key?: string): Promise<UnhandledReply>
  /** Returns how `answerReply` would send the text. Sends nothing. */
  measureAnswer(entityId: string, replyId: string, text: string): Promise<AnswerMeasure>
}

const csv = 'text/csv'

export const notificationMethods = ({
  ask,
  askJson,
  each,
  pages,
  textPages,
  address,
}: Connection): NotificationMethods => ({
  notify: (entityId, submission) =>
    askJson(entityId, address('notifications', entityId), { change: { body: submission } }),
  notification: (entityId, id) => askJson(entityId, address('notifications', entityId, id)),
  sentMessages: (entityId, id) => askJson(entityId, address('notifications', entityId, id, 'messages')),
  timeline: (entityId, id) => askJson(entityId, address('notifications', entityId, id, 'timeline')),
  remind: (entityId, id, isUrgent = false) =>
    askJson(entityId, address('notifications', entityId, id, 'reminder'), { change: { body: { now: isUrgent } } }),
  withdraw: (entityId, id) => askJson(entityId, address('notifications', entityId, id, 'cancellation'), { change: {} }),
  decideClockChange: (entityId, id, keep) =>
    askJson(entityId, address('notifications', entityId, id, 'clock-change'), {
      change: { body: { keep }, key: idempotencyKey() },
    }),
  visits: (entityId, startDate, endDate, filters = {}, limit = pageSize) => {
    const url = filtered(address('notifications', entityId, 'byvisit', startDate, endDate), filters)
    url.searchParams.set('limit', String(limit))
    return each<NotificationStatus>(entityId, url)
  },
  visitsCsv: async (entityId, startDate, endDate, filters = {}) => {
    const url = filtered(address('notifications', entityId, 'byvisit', startDate, endDate), filters)
    return (await ask(entityId, url, { accept: csv })).blob()
  },
  visitPages: (entityId, startDate, endDate, after, filters = {}) => {
    const url = filtered(address('notifications', entityId, 'byvisit', startDate, endDate), filters)
    url.searchParams.set('limit', String(pageSize))
    if (after !== undefined) url.searchParams.set('after', after)
    return pages<NotificationStatus>(entityId, url)
  },
  countVisits: async (entityId, startDate, endDate, filters = {}) => {
    const list = address('notifications', entityId, 'byvisit', startDate, endDate, 'count')
    return (await askJson<{ count: number }>(entityId, filtered(list, filters))).count
  },
  nextDay: (entityId) => askJson(entityId, address('notifications', entityId, 'byvisit', 'next-day')),
  visitOutcomes: (entityId, startDate, endDate, query = {}) =>
    askJson(entityId, filtered(address('notifications', entityId, 'byvisit', startDate, endDate, 'outcomes'), query)),
  notificationsByKey: (entityId, external_id, filters = {}) =>
    each<NotificationStatus>(entityId, filtered(address('notifications', entityId), { external_id, ...filters })),
  tasks: (entityId, startDate, endDate) =>
    each<ListedTask>(entityId, address('tasks', entityId, 'bydate', startDate, endDate)),
  taskNotifications: (entityId, taskId, filters = {}) =>
    each<NotificationStatus>(entityId, filtered(address('tasks', entityId, taskId, 'notifications'), filters)),
  optOuts: (entityId) => each<OptOut>(entityId, address('opt-outs', entityId)),
  setOptOut: (entityId, change) =>
    askJson(entityId, address('opt-outs', entityId), { change: { method: 'PUT', body: change } }),
  replies: (entityId, startDate, endDate, filters = {}) =>
    each<UnhandledReply>(entityId, filtered(address('replies', entityId, 'bydate', startDate, endDate), filters)),
  repliesCsv: async (entityId, startDate, endDate, filters = {}) => {
    const url = filtered(address('replies', entityId, 'bydate', startDate, endDate), filters)
    const texts = await Array.fromAsync(textPages(entityId, url, csv))
    // Each page begins with the names of the columns.
    const rows = texts.map((text, page) => (page === 0 ? text : text.slice(text.indexOf('\n') + 1)))
    return new Blob(rows, { type: csv })
  },
  countReplies: async (entityId, startDate, endDate, filters = {}) => {
    const list = address('replies', entityId, 'bydate', startDate, endDate, 'count')
    return (await askJson<{ count: number }>(entityId, filtered(list, filters))).count
  },
  read: (entityId, replyId, read) =>
    askJson(entityId, address('replies', entityId, replyId, 'read'), { change: { method: 'PUT', body: { read } } }),
  answerReply: (entityId, replyId, text, key = idempotencyKey()) =>
    askJson(entityId, address('replies', entityId, replyId, 'answer'), { change: { body: { text }, key } }),
  measureAnswer: (entityId, replyId, text) =>
    askJson(entityId, address('replies', entityId, replyId, 'answer'), { change: { body: { text, dry_run: true } } }),
})
