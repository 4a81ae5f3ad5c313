import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const client = { client_id: 'rollcall@clinic', client_secret: 's3cret/+&?%' }

/** Starts a real OAuth2 token endpoint on loopback. It knows one client, and a refresh token of it. */
export async function tokenEndpoint() {
  const requests: Record<string, string>[] = []
  const valid = new Set<string>()
  const settings = { isClientKnown: true, areTokensValid: true }
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const { pathname, searchParams } = new URL(request.url!, 'http://endpoint')
    // Says whose token it is, as Dovecot asks.
    if (pathname === '/tokeninfo') {
      const isValid = valid.has(searchParams.get('access_token')!)
      return respond(isValid ? 200 : 401, isValid ? { email: 'notices@clinic.example', active: true } : {})
    }
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(await request.toArray()).toString()))
    requests.push(form)
    const isKnown = settings.isClientKnown && Object.entries(client).every(([name, value]) => form[name] === value)
    const isGranted =
      form.grant_type === 'client_credentials' ||
      (form.grant_type === 'refresh_token' && form.refresh_token === '1//refresh+token')
    if (!isKnown)
      return respond(401, {
        error: 'invalid_client',
        error_description: `AADSTS7000215: Invalid client secret.\r\nThe request had ${form.client_secret}.`,
      })
    if (!isGranted) return respond(400, { error: 'invalid_grant' })
    const access_token = `token-${requests.length}`
    if (settings.areTokensValid) valid.add(access_token)
    respond(200, { access_token, token_type: 'Bearer', expires_in: 3_600 })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = [client.client_id, client.client_secret].map(encodeURIComponent).join(':')
  return {
    /** The value of MAIL_OAUTH_URL, without its query. */
    url: `http://${credentials}@${origin}/token`,
    tokenInfoUrl: `http://${origin}/tokeninfo?access_token=`,
    requests,
    /** The tokens that servers accept. */
    valid,
    settings,
    secrets: [client.client_secret, encodeURIComponent(client.client_secret)],
  }
}
