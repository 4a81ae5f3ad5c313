import { isIP } from 'node:net'
import { Type } from 'typebox'
import type { ChannelEnvironment, ChannelVariables } from '../../config/channel-environment.ts'
import { holds, plaintextNetworks, thisMachine } from '../../config/networks.ts'
import { protocolOf, serverUrl, text } from '../../config/setting.ts'

export interface TextServer {
  url: string
  from: string | undefined
  headers: Record<string, string>
}

const urlRule = 'an smpp:, smpps: or https: URL; http: only with localhost or an IP address in PLAINTEXT_NETWORKS'

export const textEnvironment: ChannelEnvironment<TextServer> = {
  url: 'SMS_URL',
  plaintextProtocols: { SMS_URL: ['smpp:', 'http:'] },
  variables: {
    SMS_URL: Type.Optional(
      serverUrl(/^(smpps?|https?):$/, {
        description: 'The message centre (SMPP) or the gateway (HTTP) that takes texts.',
        expects: urlRule,
        unset: 'texts become files in `outbox`',
      }),
    ),
    // 3GPP TS 23.040, 9.1.2.5: an alphanumeric sender has at most eleven 7-bit characters.
    SMS_FROM: Type.Optional(
      Type.String({
        pattern: '^(\\+?\\d{3,15}|[A-Za-z0-9 ._-]{1,11})$',
        description: 'The sender of texts. Contacts can reply to a number.',
        expects: 'a number such as +351912345678, a short code, or a name of up to 11 letters',
        unset: 'the sender that `SMS_URL` defines',
      }),
    ),
    SMS_HEADERS: Type.Optional(
      text(readHeaders, {
        description: 'HTTP headers for the gateway.',
        expects: 'a JSON object of headers with text values',
        unset: 'none',
      }),
    ),
  },
  rules: [
    {
      when: (env) => protocolOf(env.SMS_URL) === 'http:' && !isPlaintextAllowed(env),
      fault: `SMS_URL must be ${urlRule}`,
    },
    { when: (env) => env.SMS_FROM && !env.SMS_URL, warning: 'SMS_FROM has no effect unless SMS_URL is set' },
    {
      when: (env) => env.SMS_HEADERS && !protocolOf(env.SMS_URL)?.startsWith('http'),
      warning: 'SMS_HEADERS has no effect unless SMS_URL is an https: or http: URL',
    },
  ],
  read: ({ SMS_URL, SMS_FROM, SMS_HEADERS }) => ({
    ...{ url: SMS_URL!, from: SMS_FROM, headers: SMS_HEADERS ? readHeaders(SMS_HEADERS)! : {} },
  }),
}

/** Parses a JSON object of HTTP headers. Returns undefined if one of them is invalid. */
function readHeaders(text: string): Record<string, string> | undefined {
  try {
    const headers = JSON.parse(text) as Record<string, string>
    const areTexts =
      headers.constructor === Object && Object.values(headers).every((value) => typeof value === 'string')
    // Throws if a name or a value is invalid.
    return areTexts && new Headers(headers) ? headers : undefined
  } catch {
    return undefined
  }
}

function isPlaintextAllowed({ SMS_URL, PLAINTEXT_NETWORKS }: ChannelVariables) {
  const { hostname } = new URL(SMS_URL!)
  const address = hostname.replace(/^\[|\]$/g, '')
  const allowed = plaintextNetworks(PLAINTEXT_NETWORKS ?? '') ?? thisMachine
  return hostname === 'localhost' || (isIP(address) > 0 && holds(allowed, address))
}
