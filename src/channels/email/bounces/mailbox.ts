import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ImapFlow, MessageEnvelopeObject, MessageStructureObject } from 'imapflow'
import type PostalMime from 'postal-mime'
import type { Watch, WatchContext } from '../../channel.ts'
import type { TokenLogin } from '../access-tokens.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { maxQsbmfBytes } from './qsbmf.ts'
import { takeReport } from './routes.ts'

const pollEveryMs = 60_000
const maxBackoffMs = 300_000
// The headers of the returned mail come after the report. A whole returned mail may follow them.
const maxSourceBytes = 512 * 1024

/** Reads the bounces of a mailbox until stopped. Marks each as read, and leaves all other mails alone. Several processes may
 *  read the same mailbox, because a repeated bounce changes nothing. */
export function watchMailbox(url: string, context: WatchContext, login?: TokenLogin): Watch {
  const { log, plaintextNetworks } = context
  const stopping = new AbortController()
  const { signal } = stopping
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function run() {
    // Loaded here, and not at the start of every command.
    const [{ default: parser }, { connectTo, mailboxOf }] = await Promise.all([
      import('postal-mime'),
      import('./imap.ts'),
    ])
    for (let failures = 0; !signal.aborted; ) {
      try {
        using mailbox = await connectTo(url, plaintextNetworks, login, signal)
        if (failures > 0) log.info('The service reads the mailbox of bounces again')
        failures = 0
        await follow(mailbox.client, parser.parse)
      } catch (error) {
        // A server that is away makes every attempt fail: only the first failure is logged.
        if (failures++ === 0 && !signal.aborted)
          log.warn({ why: (error as Error).message }, `Cannot read the mailbox of bounces, ${mailboxOf(url)}`)
        await delay(Math.min(1_000 * 2 ** failures, maxBackoffMs), undefined, { signal }).catch(() => {})
      }
    }
  }

  async function follow(client: ImapFlow, parse: typeof PostalMime.parse) {
    for (let next = 1; !signal.aborted; ) {
      // From before the search on, so that no mail is missed.
      const changed = newMails(client)
      changed.catch(() => {})
      next = await takeNew(client, parse, next)
      await changed
    }
  }

  /** Resolves after new mails, or when it is time to look. Rejects when the connection ends. */
  async function newMails(client: ImapFlow) {
    const ended = new AbortController()
    const either = { signal: AbortSignal.any([signal, ended.signal]) }
    const closed = once(client, 'close', either).then(() => {
      throw new Error('the server closed the connection')
    })
    try {
      await Promise.race([once(client, 'exists', either), delay(pollEveryMs, undefined, either), closed])
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      ended.abort()
    }
  }

  /** Takes the unread reports from the UID `next` on. Returns the UID from which to continue. */
  async function takeNew(client: ImapFlow, parse: typeof PostalMime.parse, next: number): Promise<number> {
    const found = (await client.search({ seen: false, uid: `${next}:*` }, { uid: true })) || []
    // `n:*` also matches the last mail, if its UID is lower.
    const unread = found.filter((uid) => uid >= next)
    if (unread.length === 0) return next
    const mails = await client.fetchAll(unread, { bodyStructure: true, envelope: true }, { uid: true })
    for (const { uid, bodyStructure, envelope } of mails.toSorted((one, other) => one.uid - other.uid)) {
      if (signal.aborted) return uid
      const maxLength = bodyStructure && maxLengthOf(bodyStructure, envelope)
      if (maxLength && (await take(client, parse, uid, maxLength)))
        await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })
    }
    return Math.max(...unread) + 1
  }

  /** Returns whether the mail is a report about a mail of this service. */
  async function take(client: ImapFlow, parse: typeof PostalMime.parse, uid: number, maxLength: number) {
    const mail = await client.fetchOne(String(uid), { source: { maxLength } }, { uid: true })
    if (mail === false || mail.source === undefined) return false
    // A malformed mail is not a report of this service.
    const report = await readDeliveryStatus(parse, mail.source).catch(() => undefined)
    return report !== undefined && takeReport(context, context.incoming, report)
  }
}

/** Returns how much of a mail the service reads; undefined if it is no report. */
const maxLengthOf = (body: MessageStructureObject, envelope?: MessageEnvelopeObject) =>
  isReport(body) ? maxSourceBytes : isOfQmail(body, envelope) ? maxQsbmfBytes : undefined

const isReport = ({ type, childNodes = [] }: MessageStructureObject): boolean =>
  /^message\/(global-)?delivery-status$/i.test(type) || childNodes.some(isReport)

/** qmail's bounces are plain text. */
const isOfQmail = ({ type }: MessageStructureObject, envelope?: MessageEnvelopeObject): boolean =>
  type === 'text/plain' && envelope?.subject?.toLowerCase() === 'failure notice'
