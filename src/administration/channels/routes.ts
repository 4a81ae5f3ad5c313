import { Type } from 'typebox'
import { maxTests } from '../../access/guard/budgets.ts'
import type { LiveChannels } from '../../channels/settings/live-channels.ts'
import { authorOf } from '../../entities/history/change-resource.ts'
import type { ChannelHealth } from '../../messages/delivery/channel-health.ts'
import { requireIfMatch, sendResource } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { removeChannel, setChannel } from './change-channel.ts'
import {
  ChannelPath,
  ChannelRecord,
  ChannelSettings,
  ChannelStatus,
  ChannelTest,
  ChannelTestResult,
  ChannelVersion,
} from './channel-record.ts'
import { channelHistory, listChannels, readChannel } from './read-channel.ts'
import { testChannel } from './test-channel.ts'

const access = { scope: 'admin', entities: 'all' } as const
const changing = {
  ...access,
  requestHeaders: ['If-Match'],
  problems: ['precondition-required', 'channel-set-elsewhere'],
} as const
const tags = ['administration']
const params = ChannelPath
const current = { 200: json('How the channel is set up.', ChannelRecord, 'ETag') }

const list = {
  config: { ...access, responses: { 200: json('The channels.', Type.Array(ChannelStatus)) } },
  schema: {
    operationId: 'listChannels',
    summary: 'List the channels and their servers',
    description:
      'Says which server takes the messages of each channel, and whether they go out. The times are those of the process that responds. Needs a credential for all entities.',
    tags,
  },
} as const

const get = {
  config: { ...access, responses: current },
  schema: { operationId: 'getChannel', summary: 'Get how a channel is set up', tags, params },
} as const

const put = {
  config: { ...changing, responses: current },
  schema: {
    operationId: 'setChannel',
    summary: 'Set up a channel',
    description:
      'Stores the settings encrypted. All processes use them within five seconds. Messages that are being sent finish on the previous server. Needs `If-Match`, and a credential for all entities.',
    tags,
    params,
    body: ChannelSettings,
  },
} as const

const remove = {
  config: { ...changing, responses: { 204: response('The channel is off.', {}) } },
  schema: {
    operationId: 'removeChannel',
    summary: 'Switch a channel off',
    description: 'Deletes the settings. Later messages of the channel become files, and nobody gets them.',
    tags,
    params,
  },
} as const

const versions = {
  config: {
    ...access,
    responses: { 200: json('The latest 20 versions, the newest first.', Type.Array(ChannelVersion)) },
  },
  schema: {
    operationId: 'listChannelVersions',
    summary: 'List the versions of a channel',
    description: 'Says who changed it, and when. No version has secrets.',
    tags,
    params,
  },
} as const

const test = {
  config: {
    ...access,
    // The contact of a test is an example, and the address is the administrator's.
    personal: 'none',
    problems: ['channel-set-elsewhere', 'entity-not-found'],
    responses: { 200: json('What the test has found.', ChannelTestResult) },
  },
  schema: {
    operationId: 'testChannel',
    summary: 'Test the server of a channel',
    description: `Connects with the credentials, and sends a test message if the request names an address. A process of the service makes ${maxTests} such tests an hour.`,
    tags,
    params,
    body: ChannelTest,
  },
} as const

/** Administrators of the whole service set up the servers of its channels. */
export const channelRoutes =
  (live: LiveChannels, health: ChannelHealth): Feature =>
  (app, given) => {
    const context = { ...given, live }
    const path = '/v1/channels/:channel'

    app.get('/v1/channels', list, () => listChannels(context, health))
    app.get(path, get, async ({ params }, reply) => sendResource(reply, await readChannel(context, params.channel)))
    app.put(path, put, async (request, reply) => {
      requireIfMatch(request)
      const { params, body } = request
      return sendResource(reply, await setChannel(context, params.channel, body, authorOf(request)))
    })
    app.delete(path, remove, async (request, reply) => {
      requireIfMatch(request)
      await removeChannel(context, request.params.channel, authorOf(request))
      return reply.code(204).send()
    })
    app.get(`${path}/versions`, versions, ({ params }) => channelHistory(context, params.channel))
    app.post(`${path}/test`, test, ({ params, body }) => testChannel(context, params.channel, body))
  }
