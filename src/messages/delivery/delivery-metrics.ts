import { Gauge } from '@prometheus-io/client'
import { channelNames } from '../../channels/registry.ts'
import { unlessUnavailable } from '../../platform/errors/errors.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { type Clock, seconds } from '../../platform/time/instant.ts'
import type { backlogCounter } from './backlog.ts'
import type { ChannelHealth } from './channel-health.ts'

/** Adds the metrics of each channel: its waiting messages, and whether it fails. */
export function measureDeliveries(
  { registry }: Metrics,
  clock: Clock,
  health: ChannelHealth,
  backlogOf: ReturnType<typeof backlogCounter>,
) {
  const gauge = (name: string, help: string, collect: (this: Gauge<'channel'>) => void | Promise<void>) =>
    new Gauge({ name, help, labelNames: ['channel'], registers: [registry], collect })

  gauge(
    'rollcall_deliveries_waiting',
    'Messages that are due or wait for their next attempt, in the whole database, up to 10,000.',
    async function () {
      for (const channel of channelNames) {
        const backlog = await backlogOf(channel).catch(unlessUnavailable)
        if (backlog) this.set({ channel }, backlog.count)
      }
    },
  )
  gauge(
    'rollcall_deliveries_oldest_waiting_seconds',
    'The time since the oldest waiting message was due.',
    async function () {
      for (const channel of channelNames) {
        const backlog = await backlogOf(channel).catch(unlessUnavailable)
        if (backlog) this.set({ channel }, backlog.since ? Math.max(0, (clock.now() - backlog.since) / seconds(1)) : 0)
      }
    },
  )
  gauge(
    'rollcall_channel_failing',
    '1 if no attempt of this process has succeeded for a minute or longer, otherwise 0.',
    function () {
      for (const channel of channelNames) this.set({ channel }, health.stateOf(channel).state === 'fails' ? 1 : 0)
    },
  )
  gauge(
    'rollcall_channel_since_timestamp_seconds',
    'Since when the channel has worked or failed. Absent before its first message.',
    function () {
      for (const channel of channelNames) {
        const found = health.stateOf(channel)
        if (found.state !== 'unused') this.set({ channel }, found.since / seconds(1))
      }
    },
  )
}
