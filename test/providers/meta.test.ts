import { describe, expect, test } from 'vitest'
import { readDocument, validator } from './contract.ts'
import type { Template } from './meta-templates.ts'
import { choose, picture, reaction, tap, text, unsupported, voiceNote } from './meta-webhooks.ts'
import { metaServer } from './servers.ts'

type Meta = Awaited<ReturnType<typeof metaServer>>

interface Response {
  messages?: { id: string }[]
  error?: { code: number; error_data: { details: string } }
}

const document = readDocument('meta')
const faultsOf = (schema: string, value: unknown) => validator(document, document.components.schemas[schema]!)(value)

async function request(meta: Meta, path: string, init: RequestInit = {}) {
  const { password, host, pathname } = new URL(meta.url.replace('whatsapp+', ''))
  const headers = { authorization: `Bearer ${password}`, ...init.headers }
  const response = await fetch(`http://${host}${pathname}/${path}`, { ...init, headers })
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Response }
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const send = (meta: Meta, body: object) => request(meta, `${meta.phoneNumberId}/messages`, json(body))

const base = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '351912345678' }
const parameter = (value: string) => ({ type: 'text', parameter_name: 'doctor', text: value })
const quickReply = (index: string, payload: string) => ({
  type: 'button',
  sub_type: 'quick_reply',
  index,
  parameters: [{ type: 'payload', payload }],
})
const notice = (value: string, payload = 'p1') => ({
  ...base,
  type: 'template',
  biz_opaque_callback_data: 'd-1',
  template: {
    name: 'notice',
    language: { code: 'pt_PT' },
    components: [{ type: 'body', parameters: [parameter(value)] }, quickReply('0', payload), quickReply('1', 'p2')],
  },
})
const reply = { type: 'reply', reply: { id: 'p1', title: 'Confirmo' } }
const question = (...buttons: object[]) => ({
  ...base,
  type: 'interactive',
  interactive: { type: 'button', body: { text: 'Vem?' }, action: { buttons } },
})

const withHeader = (header: object) => ({
  ...question(reply),
  interactive: { ...question(reply).interactive, header },
})

const template: Omit<Template, 'id' | 'status'> = {
  name: 'notice',
  language: 'pt_PT',
  category: 'UTILITY',
  parameter_format: 'NAMED',
  components: [
    {
      type: 'BODY',
      text: 'Consulta com {{doctor}}.',
      example: { body_text_named_params: [{ param_name: 'doctor', example: 'Ana Reis' }] },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Confirmo' },
        { type: 'QUICK_REPLY', text: 'Outra hora' },
      ],
    },
  ],
}
const registered = (status: Template['status']): Template => ({ ...template, id: '1', status })

describe('messages', () => {
  test.each([
    notice('Ana Reis'),
    question(reply),
    { ...base, type: 'text', text: { body: 'Até já' }, context: { message_id: 'wamid.x' } },
    { ...base, type: 'image', image: { link: 'https://clinic.example/a.png', caption: 'O seu código' } },
  ])('takes a valid $type message', async (message) => {
    const meta = await metaServer()
    const { status, body } = await send(meta, message)
    expect({ status, faults: faultsOf('MessageResponse', body) }).toEqual({ status: 200, faults: [] })
    expect(meta.accepted).toEqual([{ ...message, id: body.messages![0]!.id }])
  })

  test.each([
    ['a new line in a parameter', 132018, notice('Ana\nReis')],
    ['five spaces in a parameter', 132018, notice('Ana     Reis')],
    ['an empty parameter', 100, notice('')],
    ['a long payload', 100, notice('Ana Reis', 'x'.repeat(257))],
    [
      'a name of a template in capitals',
      100,
      { ...notice('x'), template: { ...notice('x').template, name: 'Notice' } },
    ],
    ['an unknown parameter', 100, { ...notice('x'), priority: 1 }],
    ['a long callback string', 100, { ...notice('x'), biz_opaque_callback_data: 'x'.repeat(513) }],
    ['a national number', 100, { ...notice('x'), to: '0912345678' }],
    ['a long text', 100, { ...base, type: 'text', text: { body: 'x'.repeat(4097) } }],
    ['four buttons', 100, question(reply, reply, reply, reply)],
    ['two equal buttons', 131009, question(reply, reply)],
    ['an unknown upload in a header', 131009, withHeader({ type: 'image', image: { id: '1' } })],
    ['an unknown upload', 131009, { ...base, type: 'image', image: { id: '1' } }],
    ['an unknown type', 100, { ...base, type: 'fax' }],
  ])('refuses %s', async (_name, code, message) => {
    const meta = await metaServer()
    const { status, body } = await send(meta, message)
    expect({ status, code: body.error!.code, faults: faultsOf('Error', body) }).toEqual({
      status: 400,
      code,
      faults: [],
    })
    expect(meta.takeViolations()).toHaveLength(1)
    expect(meta.accepted).toEqual([])
  })
})

describe('templates', () => {
  const body = (words: string, example = {}) => ({ ...template, components: [{ type: 'BODY', text: words, example }] })
  const doctor = { body_text_named_params: [{ param_name: 'doctor', example: 'Ana' }] }
  test.each([
    ['a variable at the start', body('{{doctor}} espera.', doctor)],
    ['a variable at the end', body('Consulta com {{doctor}}', doctor)],
    ['a variable without an example', body('Consulta com {{doctor}}.')],
    [
      'numbers as names',
      body('Consulta com {{1}}.', { body_text_named_params: [{ param_name: 'doctor', example: 'x' }] }),
    ],
    ['a long body', body('x'.repeat(1025))],
    ['no body', { ...template, components: template.components.slice(1) }],
    [
      'a long button',
      { ...template, components: [{ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'x'.repeat(26) }] }] },
    ],
  ])('refuses a template with %s', async (_name, wrong) => {
    const meta = await metaServer()
    expect((await request(meta, `${meta.businessAccountId}/message_templates`, json(wrong))).status).toBe(400)
    expect(meta.takeViolations()).toHaveLength(1)
  })

  test.each([
    ['PENDING', 404, 132001],
    ['PAUSED', 400, 132015],
    ['DISABLED', 400, 132016],
  ] as const)('refuses a message whose template is %s', async (state, status, code) => {
    const meta = await metaServer()
    meta.templates.push(registered(state))
    expect(await send(meta, notice('x'))).toMatchObject({ status, body: { error: { code } } })
  })

  test('compares a message with its approved template', async () => {
    const meta = await metaServer()
    meta.templates.push(registered('APPROVED'))
    expect((await send(meta, notice('Ana Reis'))).status).toBe(200)
    const [parameters, ...buttons] = notice('x').template.components
    const withComponents = (...components: object[]) => ({
      ...notice('x'),
      template: { ...notice('x').template, components },
    })
    const codeOf = async (message: object) => (await send(meta, message)).body.error?.code
    expect(await codeOf(withComponents(...buttons))).toBe(132000)
    expect(await codeOf(withComponents(parameters!, quickReply('2', 'p3')))).toBe(132012)
    const unnamed = { type: 'body', parameters: [{ type: 'text', text: 'x' }] }
    expect(await codeOf(withComponents(unnamed, ...buttons))).toBe(100)
    expect(await codeOf(notice('x'.repeat(1024)))).toBe(132005)
    expect(meta.takeViolations()).toHaveLength(4)
  })
})

describe('webhooks', () => {
  const url = 'https://clinic.example/whatsapp'

  test('have the published form', async () => {
    const meta = await metaServer()
    await send(meta, notice('Ana Reis'))
    const [message] = meta.accepted
    const contents = [
      ...[text('Não'), tap(message!, 'p1', 'Confirmo'), choose(message!, 'p1', 'Confirmo'), voiceNote()],
      ...[picture(), picture('Receita'), reaction(message!, '👍'), unsupported()],
    ]
    const hooks = [
      meta.inboundWebhook(url, '+351912345678', ...contents),
      ...(['sent', 'delivered', 'read'] as const).map((status) => meta.statusWebhook(url, message!, status)),
      meta.statusWebhook(url, message!, 'failed', 131026),
    ]
    for (const hook of hooks) expect(faultsOf('Webhook', JSON.parse(hook.body))).toEqual([])
    expect(JSON.parse(hooks.at(-1)!.body).entry[0].changes[0].value.statuses[0]).toMatchObject({
      id: message!.id,
      biz_opaque_callback_data: 'd-1',
      errors: [{ code: 131026 }],
    })
  })
})
