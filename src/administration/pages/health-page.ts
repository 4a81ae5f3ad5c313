import { type ChannelName, channelNames } from '../../channels/registry.ts'
import { entitiesWithoutEnd } from '../../entities/retention.ts'
import { type Backlog, maxBacklog } from '../../messages/delivery/backlog.ts'
import type { ChannelHealth } from '../../messages/delivery/channel-health.ts'
import { type RefusalRun, refusedInARow } from '../../messages/delivery/refused-in-a-row.ts'
import { unlessUnavailable } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { type Health, readHealth } from '../../platform/http/health.ts'
import { html } from '../../platform/http/html.ts'
import { acceptedLanguageOf, plainPage, plainPagePolicy, sendPage } from '../../platform/http/plain-page.ts'
import { format } from '../../platform/languages/format.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { faultsOfRules, type RulesFault } from '../../platform/time/zones/release.ts'
import { zoneRulesInUse } from '../../platform/time/zones/zones.ts'
import { refusalInWords } from './refusal-in-words.ts'

interface ShownChannel {
  name: ChannelName
  hasServer: boolean
  found: ReturnType<ChannelHealth['stateOf']>
  backlog: Backlog | undefined
  refused: RefusalRun | undefined
}

/** Serves `/health`: what `/readyz` says, and whether messages go out, for people. The status is 503 if the service is not
 *  ready. A channel that fails does not change the status. */
export const healthPage =
  (channelHealth: ChannelHealth, backlogOf: (channel: ChannelName) => Promise<Backlog>): Feature =>
  (app, { database, config, clock }) => {
    const shownChannels = () =>
      Promise.all(
        channelNames.map(async (name) => ({
          name,
          hasServer: config.servers[name] !== undefined,
          found: channelHealth.stateOf(name),
          backlog: await backlogOf(name).catch(unlessUnavailable),
          refused: await refusedInARow(database, name, clock.now()).catch(unlessUnavailable),
        })),
      )

    app.get('/health', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      const health = await readHealth(database).catch(unlessUnavailable)
      if (!health) reply.header('Retry-After', '5')
      const shown = page(
        acceptedLanguageOf(request),
        health,
        health ? await shownChannels() : [],
        faultsOfRules(clock.now()),
        health ? await entitiesWithoutEnd(database).catch(unlessUnavailable) : undefined,
      )
      return sendPage(reply, health ? 200 : 503, plainPagePolicy, shown)
    })
  }

function page(
  language: Language,
  health: Health | undefined,
  channels: ShownChannel[],
  rulesFaults: RulesFault[],
  withoutEnd: string[] | undefined,
): string {
  const words = wordsOf('health-page', language)
  const shown = health ? stateOfAll(channels) : 'unavailable'
  const { title, what } = words[shown]
  return plainPage(
    language,
    title,
    html`<h1><span class="dot ${dots[shown]}"></span>${title}</h1>
<p>${what}</p>
<dl>
<dt>${words.process}</dt><dd>${words.runs}</dd>
<dt>${words.database}</dt><dd>${health ? words.responds : words.doesNotRespond}</dd>
${channels.map((channel) => html`<dt>${wordsOf('console', language).console.channels[channel.name]}</dt><dd>${channelOf(channel, language)}</dd>\n`)}
${
  withoutEnd
    ? html`<dt>${words.retention.title}</dt><dd>${withoutEnd.length > 0 ? words.retention.kept : words.retention.deleted}</dd>
`
    : ''
}<dt>${words.zoneRules.title}</dt><dd>${rulesOf(rulesFaults, language)}</dd>
</dl>
<p>${words.machines} <a href="./readyz">/readyz</a> · <a href="./livez">/livez</a></p>
<p><a href="./">${words.back}</a></p>`,
  )
}

const dots = { ok: 'ok', channelsFail: 'degraded', channelsRefused: 'degraded', unavailable: 'unavailable' }

function stateOfAll(channels: ShownChannel[]) {
  if (channels.some(({ found }) => found.state === 'fails')) return 'channelsFail'
  return channels.some(({ refused }) => refused) ? 'channelsRefused' : 'ok'
}

/** Says which time-zone rules the service uses, and what is wrong with them. */
function rulesOf(faults: RulesFault[], language: Language): string {
  const words = wordsOf('health-page', language).zoneRules
  const { name, version } = zoneRulesInUse
  const said = faults.map((fault) =>
    fault.kind === 'old' ? words.old : format(words[fault.kind], { version: fault.newer.version }, language),
  )
  return [format(words[name], { version }, language), ...said].join('. ')
}

/** Says whether the messages of a channel go out, and how many wait. The page is public: it names no server. */
function channelOf({ hasServer, found, backlog, refused }: ShownChannel, language: Language): string {
  const words = wordsOf('health-page', language).channel
  const count = backlog?.count ?? 0
  const waits = count >= maxBacklog ? words.manyWaiting : words.waiting
  return [
    ...(hasServer ? [] : [words.files]),
    ...(hasServer || found.state === 'fails' ? [stateOf(found, language)] : []),
    ...(refused ? [refusalInWords(refused, language)] : []),
    ...(count > 0 ? [format(waits, { count }, language)] : []),
  ].join('. ')
}

function stateOf(found: ShownChannel['found'], language: Language): string {
  const words = wordsOf('health-page', language).channel
  if (found.state === 'unused') return words.unused
  const since = inUtc(found.since, language)
  if (found.state === 'works') return format(words.works, { since }, language)
  return format(words.fails, { since, why: words.why[found.why] }, language)
}

// The page has no visitor's zone.
const inUtc = (since: Instant, language: Language) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(since / 1_000)} UTC`
