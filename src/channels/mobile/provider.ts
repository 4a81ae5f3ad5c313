import type { BlockList } from 'node:net'
import type { TSchema } from 'typebox'
import type { ChannelVariables, Rule } from '../../platform/config/channel-environment.ts'
import type { Feature, RouteContext } from '../../platform/http/feature.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Sender, SendingContext } from '../channel.ts'
import type { Incoming } from '../incoming.ts'

/** The server that SMS_URL names. */
export interface TextServer {
  url: string
  from: string | undefined
  /** The values of the variables that providers declare. */
  variables: ChannelVariables
}

/** A service that carries texts. SMS_URL selects it by its protocol. */
export interface TextProvider {
  protocols: readonly string[]
  /** The protocols that need no TLS in PLAINTEXT_NETWORKS. */
  plaintextProtocols: readonly string[]
  /** The form of its URLs, for error messages and the documentation. */
  urlForm: string
  /** The variables that only this provider has. */
  variables?: Record<string, TSchema>
  rules?: Rule<ChannelVariables>[]
  /** The senders other than numbers and names: a regular expression, and its form for error messages and the documentation. Contacts
   *  can reply to them. */
  senders?: { pattern: string; form: string }
  open(server: TextServer, context: SendingContext): Promise<Sender>
  /** Returns an error message if the service refuses to use the server without TLS. */
  refusal?(server: TextServer, plaintextNetworks: BlockList): Promise<string | undefined>
  /** Tries the server without sending. Returns an error message. */
  fault(server: TextServer, plaintextNetworks: BlockList): Promise<string | undefined>
  /** Registers the routes that the provider calls. */
  routes?: ProviderRoutes
  /** Returns the path to which the provider posts replies. */
  replyPath?(secret: Secret): string
}

export type ProviderRoutes = (app: Parameters<Feature>[0], context: CallbackContext) => void

interface CallbackContext extends Pick<RouteContext, 'secret' | 'origin' | 'log' | 'addressBudgets'> {
  incoming: Incoming
  /** Returns the configured server, if this provider carries it. */
  server(): TextServer | undefined
}
