import { Type } from 'typebox'
import type { Channel, Message } from '../../src/channels/channel.ts'
import type { Server } from '../../src/platform/config/channel-environment.ts'
import { serverUrl } from '../../src/platform/config/setting.ts'

const Report = Type.Object({
  page: Type.Optional(Type.String()),
  from: Type.String(),
  text: Type.Optional(Type.String()),
})

/** A channel of its own, to test that the service needs to know no other. Its addresses are numbers of seven digits, of
 *  which the provider omits leading zeros. A page has at most 80 letters. */
export const pager = {
  name: 'pager',
  messages: 'pages',
  address: {
    kind: 'a number of seven digits',
    normal: (uid) => /^\d{7}$/.exec(uid.replaceAll(' ', ''))?.[0],
    compared: (uid) => uid.replace(/^0+/, ''),
    hint: (uid) => `…${uid.slice(-2)}`,
    faults: { ofContact: 'must have seven digits', alone: 'must have seven digits' },
  },
  carriesPictures: false,
  compose: async (to, content) => ({ ...to, text: content.texts().at(-1)! }),
  template: { form: 'text' },
  shown: ({ text }) => ({ text }),
  environment: {
    url: 'PAGER_URL',
    plaintextProtocols: { PAGER_URL: ['http:'] },
    variables: {
      PAGER_URL: Type.Optional(
        serverUrl(['http:', 'https:'], {
          description: 'The pager server.',
          expects: 'an https: URL',
          unset: 'pages become files',
        }),
      ),
    },
    rules: [],
    read: (env) => ({ url: env.PAGER_URL!, from: undefined }),
  },
  takesReplies: (server) => server !== undefined,
  open: async ({ url }) => ({
    async send({ uid, text }) {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ uid, text }) })
      const answer = await response.text()
      return response.ok ? { outcome: 'accepted', id: answer } : { outcome: 'permanent', reason: answer }
    },
    close() {},
  }),
  file: { extension: 'page', write: ({ text }) => text },
  refusal: async () => 'the pager server offers no TLS',
  replyPath: (secret) => `/pager?key=${secret.derive(8, 'pager-replies')}`,
  routes: (incoming) => (app, context) => {
    const { receipt, reply } = incoming(context)
    const config = { public: true } as const
    app.post(
      '/pager',
      { config, schema: { hide: true, body: Report } },
      async ({ body: { page, from, text } }, response) => {
        if (page !== undefined) await receipt([page], from, { outcome: 'delivered' })
        if (text !== undefined) await reply({ uid: from, text })
        return response.code(204).send()
      },
    )
  },
} as const satisfies Channel<Message, Server>
