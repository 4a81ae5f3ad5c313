import { protocolOf, text } from '../../../platform/config/setting.ts'
import { plaintextRule } from '../../plaintext-rule.ts'
import type { TextProvider } from '../provider.ts'
import { callbackRoutes, replyPath, statusPath } from './callbacks.ts'

/** A gateway that takes Rollcall's own JSON over HTTP. docs/gateways.md. */
export const gateway: TextProvider = {
  protocols: ['https:', 'http:'],
  plaintextProtocols: ['http:'],
  urlForm: 'an https: URL (http: in PLAINTEXT_NETWORKS)',
  variables: {
    SMS_HEADERS: text(readHeaders, {
      description: 'HTTP headers for the gateway.',
      expects: 'a JSON object of headers with text values',
      unset: 'none',
    }),
  },
  rules: [
    plaintextRule('SMS_URL', 'http:'),
    {
      when: (env) => env.SMS_HEADERS && !protocolOf(env.SMS_URL)?.startsWith('http'),
      warning: 'SMS_HEADERS has no effect unless SMS_URL is an https: or http: URL',
    },
  ],
  async open({ url, from, variables: { SMS_HEADERS } }, { secret, origin }) {
    const { gatewaySender } = await import('./sender.ts')
    return gatewaySender({
      url,
      from,
      headers: SMS_HEADERS ? readHeaders(SMS_HEADERS)! : {},
      statusUrl: ({ id, entityId }) => origin() + statusPath(secret, { entity_id: entityId, delivery_id: id }),
      replyUrl: () => origin() + replyPath(secret),
    })
  },
  async fault({ url }) {
    const { requestProvider } = await import('../../provider-request.ts')
    // Any response shows that the gateway is there. OPTIONS sends nothing.
    return requestProvider({ method: 'OPTIONS', url, headers: {} }).then(
      () => undefined,
      (error: Error) => `the gateway does not respond: ${error.message}`,
    )
  },
  routes: callbackRoutes,
  replyPath,
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
