import type { IncomingResponse } from '../../platform/outgoing/request.ts'
import type { Approval, Registration } from '../approval.ts'
import { requestProvider } from '../provider-request.ts'
import type { WhatsAppServer } from './environment.ts'
import { errorIn, reasonOf } from './outcomes.ts'
import { type Definition, definitionOf, type RegisteredTemplate, statusOf } from './template.ts'

// `requestProvider` reads 100,000 characters of a response. Meta escapes each Arabic letter in six characters, so that a template
// of 1,024 letters and their examples can take 15,000.
const pageSize = 5

// https://developers.facebook.com/docs/graph-api/overview/rate-limiting
const limits = [4, 17, 32, 613, 80007, 80008, 130429]
const permissions = [3, 10, 200]

/** Meta's approval of templates. They belong to the WhatsApp Business Account. */
export const approval: Approval<WhatsAppServer> = {
  templateOf: definitionOf,
  lacks: (server) => {
    if (!server) return 'WHATSAPP_URL and WHATSAPP_ACCOUNT_ID'
    return server.accountId === undefined ? 'WHATSAPP_ACCOUNT_ID' : undefined
  },
  async check(server, templates) {
    const registered = await listRegistered(server)
    return (templates as Definition[]).map((one) => statusOf(one, registered))
  },
  async register(server, template) {
    const headers = { ...authorization(server), 'Content-Type': 'application/json' }
    const body = JSON.stringify(template)
    const response = await requestProvider({ method: 'POST', url: templatesOf(server), headers, body })
    if (response.status !== 200) return refusalIn(response)
    const { status = 'PENDING' } = JSON.parse(response.text)
    return { outcome: 'registered', status: { status: status.toLowerCase() } }
  },
}

async function listRegistered(server: WhatsAppServer): Promise<RegisteredTemplate[]> {
  const found: RegisteredTemplate[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query = new URLSearchParams({
      fields: 'name,language,status,components,rejected_reason',
      limit: `${pageSize}`,
    })
    if (after) query.set('after', after)
    const url = `${templatesOf(server)}?${query}`
    const response = await requestProvider({ method: 'GET', url, headers: authorization(server) })
    if (response.status !== 200) throw new Error(`Meta does not list the templates: ${refusalIn(response).reason}`)
    const { data, paging } = JSON.parse(response.text)
    found.push(...data)
    // `next` is a whole URL. To follow it would send the access token wherever it points.
    after = paging?.next ? paging.cursors?.after : undefined
  }
  return found
}

const templatesOf = ({ api, accountId }: WhatsAppServer) => `${api}/${accountId}/message_templates`

const authorization = ({ accessToken }: WhatsAppServer) => ({ Authorization: `Bearer ${accessToken}` })

/** @throws Error if Meta would refuse every template */
function refusalIn({ status, text }: IncomingResponse): Extract<Registration, { reason: string }> {
  const error = errorIn(text)
  if (!error) return { outcome: status === 429 ? 'limited' : 'refused', reason: `Meta responds with ${status}` }
  const { code, error_user_msg } = error
  if (permissions.includes(code)) {
    throw new Error(
      `The access token needs the permission whatsapp_business_management for this account (Meta ${code})`,
    )
  }
  const outcome = status === 429 || limits.includes(code) ? 'limited' : 'refused'
  return { outcome, reason: error_user_msg ? `${error_user_msg} (Meta ${code})` : reasonOf(error) }
}
