import { type ProviderResponse, requestProvider } from '../provider-request.ts'
import type { WhatsAppServer } from './environment.ts'
import { errorIn, reasonOf } from './outcomes.ts'
import type { Definition, Registered, TemplateStatus } from './template.ts'

/** An account whose templates can be read. */
export type TemplateAccount = WhatsAppServer & { accountId: string }

// Meta escapes letters as \uXXXX: ten Arabic templates have up to 100,000 characters, the most that is read of a response.
const pageSize = 10

// https://developers.facebook.com/docs/graph-api/overview/rate-limiting
const limits = [4, 17, 32, 613, 80007, 80008, 130429]
const permissions = [3, 10, 200]

export type Registration =
  | { outcome: 'registered'; status: TemplateStatus }
  | { outcome: 'refused'; reason: string }
  /** Meta takes no more templates for a while. */
  | { outcome: 'limited'; reason: string }

/** Returns all templates of the account.
 *  @throws Error that says why Meta refuses */
export async function listRegistered(account: TemplateAccount): Promise<Registered[]> {
  const found: Registered[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query = new URLSearchParams({
      fields: 'name,language,status,components,rejected_reason',
      limit: `${pageSize}`,
    })
    if (after) query.set('after', after)
    const response = await requestProvider({
      ...{ method: 'GET', url: `${templatesOf(account)}?${query}`, headers: authorization(account) },
    })
    if (response.status !== 200) throw new Error(`Meta does not list the templates: ${refusalIn(response).reason}`)
    const { data, paging } = JSON.parse(response.text)
    found.push(...data)
    // `next` is a whole URL. To follow it would send the access token wherever it points.
    after = paging?.next ? paging.cursors?.after : undefined
  }
  return found
}

/** Submits a template for approval.
 *  @throws Error if Meta would refuse every template, and without a response: Meta may have registered it */
export async function register(account: TemplateAccount, definition: Definition): Promise<Registration> {
  const headers = { ...authorization(account), 'Content-Type': 'application/json' }
  const body = JSON.stringify(definition)
  const response = await requestProvider({ method: 'POST', url: templatesOf(account), headers, body })
  if (response.status !== 200) return refusalIn(response)
  const { status = 'PENDING' } = JSON.parse(response.text)
  return { outcome: 'registered', status: { status: status.toLowerCase() } }
}

const templatesOf = ({ api, accountId }: TemplateAccount) => `${api}/${accountId}/message_templates`

const authorization = ({ accessToken }: TemplateAccount) => ({ Authorization: `Bearer ${accessToken}` })

/** @throws Error if Meta would refuse every template */
function refusalIn({ status, text }: ProviderResponse): Extract<Registration, { reason: string }> {
  const error = errorIn(text)
  if (!error) return { outcome: status === 429 ? 'limited' : 'refused', reason: `Meta responds with ${status}` }
  const { code, error_user_msg } = error
  if (permissions.includes(code)) {
    throw new Error(
      `The access token needs the permission whatsapp_business_management for this account (Meta: ${code})`,
    )
  }
  const outcome = status === 429 || limits.includes(code) ? 'limited' : 'refused'
  return { outcome, reason: error_user_msg ? `${error_user_msg} (Meta: ${code})` : reasonOf(error) }
}
