import type { FastifyBaseLogger } from 'fastify'
import type { Message, Outcome, Sender } from '../../channels/channel.ts'
import type { Senders } from '../../channels/open-channels.ts'
import type { ChannelName } from '../../channels/registry.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import { type Clock, formatInstant, type Instant, minutes } from '../../platform/time/instant.ts'

// A server that is busy for a moment, or restarts, still works.
const failsAfterMicros = minutes(1)

/** The meaning of an attempt for the channel. A server that refuses one message or one address accepts others. */
const meanings = {
  accepted: 'works',
  refused: 'works',
  deferred: 'nothing',
  // Without a server, the message became a file.
  written: 'nothing',
  busy: 'fails',
  unclear: 'fails',
  failed: 'fails',
} as const
type AttemptOutcome = keyof typeof meanings

/** The outcomes of a channel that fails. The provider's own words, which may name hosts, are in the log. */
type FailingOutcome = { [One in AttemptOutcome]: (typeof meanings)[One] extends 'fails' ? One : never }[AttemptOutcome]

/** Whether the attempts of this process to send a channel's messages succeed. */
type ChannelState =
  | { state: 'unused' }
  | { state: 'works'; since: Instant }
  | { state: 'fails'; since: Instant; why: FailingOutcome }

/** The latest attempts of this process. */
interface LatestAttempts {
  acceptedAt?: Instant
  failure?: { at: Instant; reason: string }
}

export interface ChannelHealth {
  stateOf(channel: ChannelName): ChannelState
  latestOf(channel: ChannelName): LatestAttempts
  /** Forgets the attempts of a channel: its messages go to another server from now on. */
  forget(channel: ChannelName): void
  /** Returns senders that report their attempts. */
  watch(senders: Senders): Senders
}

interface ChannelRecord {
  shown: ChannelState
  /** The first failure since the last success. */
  firstFailure?: Instant | undefined
  latest: LatestAttempts
}

/** Follows the attempts of each channel. The log has one warning when a channel begins to fail, and one when it works again. */
export function createChannelHealth(
  clock: Clock,
  log: FastifyBaseLogger,
  { deliveryAttempt }: Pick<Metrics, 'deliveryAttempt'>,
): ChannelHealth {
  const channels = new Map<string, ChannelRecord>()

  function record(channel: string, outcome: AttemptOutcome, reason: string) {
    deliveryAttempt(channel, outcome)
    const observed = channels.getOrInsertComputed(channel, () => ({ shown: { state: 'unused' }, latest: {} }))
    if (outcome === 'accepted') observed.latest.acceptedAt = clock.now()
    else if (outcome !== 'written') observed.latest.failure = { at: clock.now(), reason: withoutPersons(reason) }
    if (meanings[outcome] === 'works') recordSuccess(channel, observed)
    else if (meanings[outcome] === 'fails') recordFailure(channel, observed, outcome as FailingOutcome, reason)
  }

  function recordSuccess(channel: string, observed: ChannelRecord) {
    observed.firstFailure = undefined
    if (observed.shown.state === 'works') return
    const { shown } = observed
    observed.shown = { state: 'works', since: clock.now() }
    if (shown.state === 'fails')
      log.warn({ channel, failedSince: formatInstant(shown.since) }, 'Messages of this channel go out again.')
  }

  function recordFailure(channel: string, observed: ChannelRecord, why: FailingOutcome, reason: string) {
    observed.firstFailure ??= clock.now()
    const since = observed.firstFailure
    if (clock.now() - since < failsAfterMicros) return
    const isNew = observed.shown.state !== 'fails'
    observed.shown = { state: 'fails', since, why }
    if (isNew)
      log.warn(
        { channel, since: formatInstant(since), reason: withoutPersons(reason) },
        'Messages of this channel do not go out. They wait, and the service tries again.',
      )
  }

  return {
    stateOf: (channel) => channels.get(channel)?.shown ?? { state: 'unused' },
    latestOf: (channel) => channels.get(channel)?.latest ?? {},
    forget: (channel) => void channels.delete(channel),
    watch: (senders) =>
      Object.fromEntries(
        Object.entries(senders).map(([channel, sender]) => [
          channel,
          watched(sender as Sender, (outcome, reason = '') => record(channel, outcome, reason)),
        ]),
      ) as Senders,
  }
}

function watched(sender: Sender, record: (outcome: AttemptOutcome, reason?: string) => void): Sender {
  const recordingErrors = async <Result>(act: () => Promise<Result>) => {
    try {
      return await act()
    } catch (error) {
      const { message, isOfAddress } = error as Error & { isOfAddress?: boolean }
      record(isOfAddress ? 'deferred' : 'failed', message)
      throw error
    }
  }
  return {
    ...(sender.ready && { ready: () => recordingErrors(() => sender.ready!()) }),
    async send(message: Message) {
      const sent = await recordingErrors(() => sender.send(message))
      record(outcomeOf(sent), 'reason' in sent ? sent.reason : undefined)
      return sent
    },
    close: () => sender.close(),
  }
}

function outcomeOf(sent: Outcome): AttemptOutcome {
  switch (sent.outcome) {
    case 'accepted':
    case 'written':
    case 'unclear':
      return sent.outcome
    case 'permanent':
      return 'refused'
    case 'later':
      return sent.ofAddress ? 'deferred' : 'busy'
  }
}

/** Removes mail addresses, telephone numbers and URLs. */
const withoutPersons = (reason: string) =>
  shortReason(reason)
    .replaceAll(/\S+(?:@|:\/\/)\S+/g, '…')
    .replaceAll(/\+?\d{6,}/g, '…')
