import type { TSchema } from 'typebox'

/** The server of a channel. */
export interface Server {
  url: string
  /** The sender's address; undefined if the server sets it. */
  from: string | undefined
}

/** The values of the variables of a channel, and of PLAINTEXT_NETWORKS. */
export type ChannelVariables = Record<string, string | undefined>

/** A rule about a combination of variables. A fault prevents the start; a warning names a variable that has no effect. */
export interface Rule<Variables> {
  when: (env: Variables) => unknown
  fault?: string
  warning?: string
}

/** The environment variables of a channel, which its folder declares. */
export interface ChannelEnvironment<Configured extends Server = Server> {
  /** The variable that contains the URL of the server. */
  url: string
  /** The protocols of each variable with a URL that need no TLS in PLAINTEXT_NETWORKS. */
  plaintextProtocols: Record<string, string[]>
  variables: Record<string, TSchema>
  rules: Rule<ChannelVariables>[]
  /** The rules for settings that an administrator stores, besides `rules`. */
  storedRules?: Rule<ChannelVariables>[]
  /** Reads the variables if the URL is set. They are valid. */
  read(env: ChannelVariables): Configured
}
