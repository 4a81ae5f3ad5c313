import { existsSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { requestsWith } from '../../../test/requests.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify } from '../../../test/submission.ts'
import { maxTests } from '../../access/guard/budgets.ts'
import type { TemplateForm } from '../../channels/channel.ts'
import { smtpSender } from '../../channels/email/smtp.ts'
import type { Senders } from '../../channels/open-channels.ts'
import { channels } from '../../channels/registry.ts'
import { rulesOf, templateKindNames } from '../../messages/compose/template-kinds.ts'
import { createSecret } from '../../platform/keys/secret.ts'
import { dialects } from '../../platform/languages/languages.ts'
import { hours } from '../../platform/time/instant.ts'
import { plugins } from '../../visits/plugins/registry.ts'

const path = (kind = 'notice', channel = 'mobile', language = 'en', target = 'appointment') =>
  `/v1/templates/clinica-lisboa/medical/${target}/${language}/${channel}/${kind}`

const clinic = entity({ language: 'en', phone: '+351 213 000 000' })

const messagesOf = (isMeant: (form: TemplateForm['form']) => boolean) =>
  plugins.flatMap(({ target }) =>
    channels
      .filter(({ template: { form } }) => isMeant(form))
      .flatMap(({ name, template: { form } }) =>
        templateKindNames
          .filter((kind) => rulesOf(kind).forms.includes(form))
          .flatMap((kind) => dialects.map((language) => path(kind, name, language, target))),
      ),
  )
const everyMessage = messagesOf((form) => form !== 'chat')

/** The words of a text or a mail without what a letter loses as a template: its heading. */
const plain = ({ subject = '', text }: { subject?: string; text: string }) => `${subject}\n${text}`

serviceTest('the shipped words as a template write the shipped messages', async ({ given, get, post }) => {
  const unaccented = (text: string) => text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  await given(clinic)
  for (const url of everyMessage) {
    const shipped = (await post(`${url}/preview`)).json()
    const { default: isShipped, subject, text } = (await get(url)).json()
    expect(isShipped, url).toBe(true)
    const templated = (await post(`${url}/preview`, { ...(subject && { subject }), text })).json()
    expect(templated.errors, url).toBeUndefined()
    // A template has the longest form of a text: the shipped texts have shorter ones.
    if (subject !== undefined || shipped.segments === templated.segments) {
      expect(unaccented(plain(templated)), url).toBe(unaccented(plain(shipped)))
    }
  }
})

serviceTest('the words of a chat are shown, and cannot be set', async ({ given, get, post, put }) => {
  await given(clinic)
  for (const url of messagesOf((form) => form === 'chat')) {
    const shipped = (await post(`${url}/preview`)).json()
    expect(shipped.text.replaceAll('\n', ' ').slice(0, 40), url).not.toContain('{')
    expect(shipped.html).toContain('<!DOCTYPE html>')
    expect((await get(url)).json()).toMatchObject({
      default: true,
      text: expect.any(String),
      placeholders: [],
      fixed: expect.stringContaining('cannot be changed'),
    })
    const { errors } = (await put(url, { text: 'Come! {link}' })).json()
    expect(errors).toEqual([{ parameter: '/text', reason: expect.stringContaining('cannot be changed') }])
  }
})

describe('a value', () => {
  const hostile = {
    placeholder: '{link} {clinic}',
    markup: '<script>alert("canary")</script>',
    lines: 'Ana\r\nBcc: everybody@evil.example\r\n\r\ncanary',
    direction: 'Ana \u202egnp.exe\u2066',
    replacement: "$& $1 $' ''",
  }
  serviceTest('is no part of the template', async (rollcall) => {
    const { received, email } = await mailServer()
    await rollcall.given(entity({ ...clinic, names: 'full' }))
    await rollcall.put(path('notice', 'email'), { subject: 'For {contact}: {clinic}', text: '[{contact}]\n\nHello' })
    await rollcall.put(path(), { text: '[{contact}] {link}' })
    const addresses = [mail, { channel: 'mobile' as const, uid: '912345678' }]
    for (const [external_id, name] of Object.entries(hostile)) {
      await notify(rollcall, { external_id, contact: { ...item().contact, name, language: 'en_GB' }, addresses })
      await rollcall.deliver({ email })
      const written = name.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/\s+/g, ' ')
      const sent = await PostalMime.parse(received.at(-1)!)
      expect(sent.subject).toBe(`For ${written}: Clínica Lisboa`)
      expect(sent.headers.filter(({ key }) => key === 'bcc')).toEqual([])
      expect(sent.text).toContain(`[${written}]\n\nHello`)
      expect(sent.html).not.toContain('<script')
      const texts = rollcall.outbox('.txt')
      expect(texts.some((text) => text.includes(`[${written}] https://rollcall.test/a/`))).toBe(true)
    }
  })

  serviceTest('that is missing leaves neither a comma nor superfluous spaces', async (rollcall) => {
    await rollcall.given(entity({ language: 'en', names: 'none' }))
    await rollcall.put(path(), { text: '{clinic}: {contact}, call {telephone} or  open {link}' })
    await notify(rollcall, { contact: { ...item().contact, language: 'en_GB' } })
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).toContain('Clinica Lisboa: call or open https:')
  })
})

describe('a preview', () => {
  serviceTest('shows a draft for an example contact, and what makes a text long', async ({ given, post }) => {
    await given(clinic)
    const shown = (await post(`${path()}/preview`, { text: '{clinic} 🦷 {day} {time} {doctor}: {link}' })).json()
    expect(shown.text).toMatch(/^Clínica Lisboa 🦷 Mon Mar 30 9:30 AM Margarida Guimarães: http\S+\*{20}$/)
    expect(shown).toMatchObject({ segments: 2, encoding: 'UCS-2', forcing_characters: ['🦷'] })
    const subjectAlone = (await post(`${path('notice', 'email')}/preview`, { subject: 'New: {day}' })).json()
    expect(subjectAlone.subject).toBe('New: Monday, March 30, 2026')
    expect(subjectAlone.html).toContain('<html lang="en"')
  })

  serviceTest('shows the message of a notification, without a link to it', async (rollcall) => {
    await rollcall.given(clinic)
    const one = await contact(rollcall)
    const shown = async (kind: string) => {
      const request = { notification_id: one.id }
      return (await rollcall.post(`${path(kind, 'email', 'pt')}/preview`, request)).json()
    }
    expect((await shown('moved')).text).toContain('Data anterior: domingo, 29 de março de 2026 às 09:30')
    const confirmation = await shown('confirmation')
    for (const body of [confirmation.text, confirmation.html]) {
      expect(body).toContain('João')
      expect(body).toContain('Ana Reis')
      expect(body).not.toContain(one.link)
    }
    const missing = await rollcall.post(`${path()}/preview`, { notification_id: 'none' })
    expect(missing.json().code).toBe('notification-not-found')
    const other = await rollcall.post(`${path('notice', 'mobile', 'en', 'exam')}/preview`, { notification_id: one.id })
    expect(other.json().code).toBe('notification-not-found')
  })
})

describe('a test message', () => {
  const send = ({ post }: Rollcall, body: object, url = path()) => post(`${url}/test`, body)

  serviceTest('goes to the given address, and says that it is a test', async (rollcall) => {
    await rollcall.given(clinic)
    const uid = '+351912345679'
    expect((await send(rollcall, { uid, text: 'Hello {contact}: {link}' })).statusCode).toBe(204)
    expect(rollcall.outbox('.txt')).toEqual([
      expect.stringMatching(/^To: \+351912345679\n\nTest message\. Hello Leonor: http\S+\*{20}\n$/),
    ])
    expect((await send(rollcall, { uid: 'ana@example.org' }, path('notice', 'email'))).statusCode).toBe(204)
    const { subject, text, to } = await PostalMime.parse(rollcall.outbox('.eml')[0]!)
    expect(subject).toMatch(/^Test message\. Please confirm: /)
    expect(text).toMatch(/^Test message\.\n\nDear Leonor,/)
    expect(to).toMatchObject([{ address: 'ana@example.org' }])
    expect(await rollcall.database.selectFrom('deliveries').selectAll().execute()).toEqual([])
  })

  serviceTest(
    'is limited to 20 an hour for each entity, whose administrator can create credentials',
    async (rollcall) => {
      await rollcall.given(clinic)
      const statuses = []
      for (let count = 0; count < maxTests + 1; count++) {
        const { token } = await rollcall.tokenFor()
        statuses.push(
          (await send({ ...rollcall, ...requestsWith(rollcall.app, token) }, { uid: '+351912345679' })).statusCode,
        )
      }
      expect(statuses).toEqual([...Array.from({ length: maxTests }, () => 204), 429])
      rollcall.clock.time += hours(1)
      expect((await send(rollcall, { uid: '+351912345679' })).statusCode).toBe(204)
    },
  )

  serviceTest(
    'says why the channel did not take it',
    async (rollcall) => {
      await rollcall.given(clinic)
      const failed = await send(rollcall, { uid: 'ana@example.org' }, path('notice', 'email'))
      expect(failed.statusCode).toBe(502)
      expect(failed.json()).toMatchObject({ code: 'message-not-sent', reason: expect.stringContaining('ECONNREFUSED') })
    },
    {
      senders: () =>
        ({ email: smtpSender('smtp://127.0.0.1:9', 'clinic@example.org', createSecret('a key')) }) as Senders,
    },
  )

  serviceTest('is refused for an address that is invalid or opted out', async (rollcall) => {
    await rollcall.given(clinic)
    const opted_out = { channel: 'mobile', uid: '+351912345679', opted_out: true }
    await rollcall.put('/v1/opt-outs/clinica-lisboa', opted_out)
    for (const [uid, reason] of [
      ['12', expect.stringContaining('must be a phone number')],
      ['+351912345679', 'has opted out of messages from this entity'],
    ]) {
      expect((await send(rollcall, { uid })).json().errors).toEqual([{ parameter: '/uid', reason }])
    }
    expect(existsSync(join(rollcall.folder, 'outbox'))).toBe(false)
  })
})
