import { requestProvider } from '../../provider-request.ts'
import { readProviderUrl } from '../../provider-url.ts'
import type { TextServer } from '../provider.ts'

export const refused = "Vonage refuses the API key or the secret. Copy both from the API settings of Vonage's dashboard"

/** Lists the ids of the account's secrets. Returns an error message if Vonage refuses the credentials.
 *  https://developer.vonage.com/en/api/account */
export async function accountFault({ url }: TextServer): Promise<string | undefined> {
  const { api, user, basic } = readProviderUrl(url)
  try {
    const { status } = await requestProvider({
      method: 'GET',
      url: `${api}/accounts/${encodeURIComponent(user)}/secrets`,
      headers: basic,
    })
    if (status === 401 || status === 403 || status === 404) return refused
    return status === 200 ? undefined : `Vonage responds with status ${status}`
  } catch (error) {
    return `Vonage does not respond: ${(error as Error).message}`
  }
}
