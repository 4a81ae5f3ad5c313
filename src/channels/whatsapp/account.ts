import type { IncomingResponse } from '../../platform/outgoing/request.ts'
import { requestProvider } from '../provider-request.ts'
import { hmac } from '../signed-callbacks.ts'
import type { WhatsAppServer } from './environment.ts'
import { errorIn, reasonOf } from './outcomes.ts'

// Meta: an object does not exist, or the token has no access to it, or appsecret_proof is wrong.
const invalidRequest = 100

/** Asks Meta for the telephone number, and for the account if it is configured. Returns error messages. */
export async function accountFaults(server: WhatsAppServer): Promise<string[]> {
  const { from, accountId } = server
  try {
    const ofNumber = faultOf(await ask(server, `${from}?fields=display_phone_number,verified_name`), `the id ${from}`)
    if (ofNumber !== undefined) return [`WHATSAPP_URL: ${ofNumber}`]
    // Meta compares the secret only if the request proves it.
    const proof = hmac('sha256', server.appSecret, server.accessToken).digest('hex')
    const proven = await ask(server, `${from}?fields=display_phone_number,verified_name&appsecret_proof=${proof}`)
    if (errorIn(proven.text)?.code === invalidRequest)
      return ['WHATSAPP_APP_SECRET: it is not the secret of the app to which the token belongs']
    const ofAccount =
      accountId === undefined
        ? undefined
        : faultOf(await ask(server, `${accountId}/message_templates?fields=name&limit=1`), `the account ${accountId}`)
    return ofAccount === undefined ? [] : [`WHATSAPP_ACCOUNT_ID: ${ofAccount}`]
  } catch (error) {
    return [`WHATSAPP_URL: Meta does not respond: ${(error as Error).message}`]
  }
}

const ask = ({ api, accessToken }: WhatsAppServer, path: string) =>
  requestProvider({ method: 'GET', url: `${api}/${path}`, headers: { Authorization: `Bearer ${accessToken}` } })

function faultOf({ status, text }: IncomingResponse, asked: string): string | undefined {
  if (status === 200) return undefined
  const error = errorIn(text)
  if (error?.code === invalidRequest) return `Meta does not know ${asked}, or the token has no access to it`
  return error ? reasonOf(error) : `Meta responds with ${status}`
}
