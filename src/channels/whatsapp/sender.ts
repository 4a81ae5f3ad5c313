import type { Secret } from '../../platform/keys/secret.ts'
import type { Outcome, Sender } from '../channel.ts'
import { requestProvider, sendOnce } from '../provider-request.ts'
import type { WhatsAppServer } from './environment.ts'
import type { WhatsAppMessage } from './message.ts'
import { outcomeOf } from './outcomes.ts'
import { bodyOf } from './request.ts'

/** Sends messages with Meta's Cloud API. Meta detects no duplicates. */
export function whatsappSender({ api, from, accessToken }: WhatsAppServer, secret: Secret): Sender<WhatsAppMessage> {
  const authorization = { Authorization: `Bearer ${accessToken}` }
  return {
    async send(message) {
      if (message.form !== 'picture') return post(message)
      const uploaded = await upload(message.picture)
      const sent = 'outcome' in uploaded ? uploaded : await post(message, uploaded.id)
      // The template has the link to the QR code.
      return sent.outcome === 'permanent' ? post({ ...message, form: 'template' }) : sent
    },
    close() {},
  }

  async function post(message: WhatsAppMessage, mediaId?: string): Promise<Outcome> {
    const body = JSON.stringify(bodyOf(secret, message, mediaId))
    const headers = { ...authorization, 'Content-Type': 'application/json' }
    return sendOnce({ method: 'POST', url: `${api}/${from}/messages`, headers, body }, outcomeOf)
  }

  /** Returns the id of the picture. Without it, nothing was sent: each failure can be retried. */
  async function upload(picture: Buffer): Promise<Outcome | { id?: string }> {
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'code.png')
    const encoded = new Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    const headers = { ...authorization, 'Content-Type': encoded.headers.get('content-type')! }
    const response = await requestProvider({ method: 'POST', url: `${api}/${from}/media`, headers, body })
    if (response.status === 200) return JSON.parse(response.text)
    const outcome = outcomeOf(response)
    if (outcome.outcome === 'unclear') throw new Error(outcome.reason)
    return outcome
  }
}
