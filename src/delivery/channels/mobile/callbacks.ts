import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Problem } from '../../../errors.ts'
import type { Feature, RouteContext } from '../../../http/feature.ts'
import type { Secret } from '../../../secret.ts'
import { oneLine } from '../../one-line.ts'
import { type DeliveryKey, noteReceipt } from '../../receipts.ts'
import type { Reply } from '../channel.ts'

const longKey = 26

/** Where a gateway tells what became of a text. Only who has sent it to us, or been given it by us, knows the path. */
export const statusPath = (secret: Secret, { entity_id, delivery_id }: DeliveryKey) =>
  `/sms/status/${entity_id}/${delivery_id}/${secret.derive(longKey, 'sms-status', entity_id, delivery_id)}`

/** Where a gateway hands over what contacts text back: one path for all, which the operator can configure there. */
export const replyPath = (secret: Secret) => `/sms/replies/${secret.derive(longKey, 'sms-replies')}`

const StatusKey = Type.Object({ entity_id: Type.String(), delivery_id: Type.String() })

/** The routes that an SMS gateway calls. */
export const callbackRoutes =
  (takeReply: (context: RouteContext, reply: Reply) => Promise<void>): Feature =>
  (app, context) => {
    const { secret } = context

    app.post(
      '/sms/status/:entity_id/:delivery_id/:key',
      {
        config: { public: true },
        schema: { hide: true, params: StatusKey },
        onRequest: requires(({ params }) => statusPath(secret, params as Static<typeof StatusKey>)),
      },
      async ({ params, body }, reply) => {
        const { status, reason } = await (await bodies()).readStatus(body)
        await noteReceipt(context, params, { outcome: status, ...(reason && { reason: oneLine(reason) }) })
        return reply.code(204).send()
      },
    )

    app.post(
      '/sms/replies/:key',
      { config: { public: true }, schema: { hide: true }, onRequest: requires(() => replyPath(secret)) },
      async ({ body }, reply) => {
        const { from, text } = await (await bodies()).readReply(body)
        await takeReply(context, {
          uid: `+${from.replaceAll(/[\s().-]/g, '').replace(/^(\+|00)/, '')}`,
          text,
        })
        return reply.code(204).send()
      },
    )
  }

// The start need not wait for the schemas of bodies.
const bodies = () => import('./callback-bodies.ts')

/** Refuses a request that does not know the path, before its body is read. */
const requires = (path: (request: FastifyRequest) => string) => async (request: FastifyRequest) => {
  if (!isSame(request.url, path(request))) throw new Problem('not-found')
}

/** Compares in constant time. Hashes have the same length, whatever the URL holds. */
const isSame = (url: string, path: string) =>
  timingSafeEqual(hash('sha256', url, 'buffer'), hash('sha256', path, 'buffer'))
