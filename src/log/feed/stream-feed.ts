import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/errors/errors.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import type { Feed, FeedPage, ReadAfter } from './feed.ts'

export const maxRecordsPerRead = 100

/** Server-sent events: one per record, with its sequence as id. Ends when the credential loses its access to the entity, and
 *  when a failover loses the position: the client then reconnects, and the response is feed-reset.
 *  https://html.spec.whatwg.org/multipage/server-sent-events.html
 *  @param greeting a comment, which the client receives at once */
export async function* streamFeed(
  greeting: string,
  first: FeedPage,
  readAfter: ReadAfter,
  { notifier }: Feed,
  request: Pick<FastifyRequest, 'entityId' | 'isGranted' | 'noteContacts'>,
  signal: AbortSignal,
) {
  yield Buffer.from(`: ${greeting}\n\n`)
  for (let page = first; ; ) {
    const { records } = page
    request.noteContacts(contactsOf(...records.map(({ notification_id }) => notification_id)))
    if (records.length > 0) {
      const messages = records.map(
        ({ sequence, event, record }) => `id: ${sequence}\nevent: ${event}\ndata: ${record}\n\n`,
      )
      yield Buffer.from(messages.join(''))
    }
    const isWhole = records.length < maxRecordsPerRead
    const last = isWhole ? await notifier.wait(request.entityId, page.last, signal) : undefined
    if (signal.aborted || !(await request.isGranted())) return
    try {
      page = await readAfter(page.last, last)
    } catch (error) {
      if (isReset(error)) return
      throw error
    }
  }
}

const isReset = (error: unknown) => error instanceof Problem && error.code === 'feed-reset'
