import { type Static, Type } from 'typebox'
import type { Server } from '../../platform/config/channel-environment.ts'

/** A server without its secrets. Its path is left out: the path of a gateway may be one. */
export const ShownServer = Type.Object(
  {
    scheme: Type.String({ description: 'The protocol, such as `smtps`.' }),
    host: Type.String({ description: 'The host, with the port if one is given.' }),
    user: Type.Optional(Type.String({ description: 'The user, or the id of the account.' })),
    from: Type.Optional(Type.String({ description: 'The sender of messages.' })),
  },
  { description: 'The server or the provider, without secrets.' },
)
export type ShownServer = Static<typeof ShownServer>

export function shownServer({ url, from }: Server): ShownServer {
  const { protocol, host, username } = new URL(url)
  return {
    scheme: protocol.slice(0, -1),
    host,
    ...(username && { user: decodeURIComponent(username) }),
    ...(from !== undefined && { from }),
  }
}
