import { requestProvider } from '../../provider-request.ts'
import { readProviderUrl } from '../../provider-url.ts'
import type { TextServer } from '../provider.ts'

/** Returns the URL of the account, and the header that authorizes requests.
 *  https://www.twilio.com/docs/usage/requests-to-twilio */
export function accountOf({ url }: TextServer) {
  const { api, user, basic } = readProviderUrl(url)
  return { accountUrl: `${api}/2010-04-01/Accounts/${user}`, headers: basic }
}

/** Reads the account. Returns an error message if it sends no messages. */
export async function accountFault(server: TextServer): Promise<string | undefined> {
  const { accountUrl, headers } = accountOf(server)
  try {
    const response = await requestProvider({ method: 'GET', url: `${accountUrl}.json`, headers })
    if (response.status === 401 || response.status === 404)
      return "Twilio refuses the account SID or the auth token. Copy both from the first page of Twilio's console"
    if (response.status !== 200) return `Twilio responds with status ${response.status}`
    // https://www.twilio.com/docs/iam/api/account: active, suspended or closed.
    const { status } = JSON.parse(response.text) as { status: string }
    return status === 'active' ? undefined : `the account at Twilio is ${status}. Twilio's console says why`
  } catch (error) {
    return `Twilio does not respond: ${(error as Error).message}`
  }
}
