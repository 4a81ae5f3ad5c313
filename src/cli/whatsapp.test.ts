import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { metaServer } from '../../test/providers/servers.ts'
import { clinicWithPhone } from '../../test/texts-of-a-visit.ts'
import { readConfig } from '../channels/configuration.ts'
import { findChannel } from '../channels/registry.ts'
import type { Definition } from '../channels/whatsapp/template.ts'
import { exampleMessage, shippedContent } from '../contacts/templates/example.ts'
import { hiddenLink, hiddenParts } from '../messages/compose/hidden-parts.ts'
import { envelopeOf } from '../messages/compose/message-context.ts'
import { rulesOf, templateKindNames } from '../messages/compose/template-kinds.ts'
import { createSecret } from '../platform/keys/secret.ts'
import { dialects } from '../platform/languages/languages.ts'
import { plugins } from '../visits/plugins/registry.ts'

// Contacts cannot ask for another time of a vaccination, so none is offered to them when they did not come.
const all = (10 + 10 + 9) * dialects.length

const settingsOf = ({ url, businessAccountId }: { url: string; businessAccountId: string }) => ({
  PUBLIC_URL: 'https://rollcall.example',
  WHATSAPP_URL: url,
  WHATSAPP_ACCOUNT_ID: businessAccountId,
  WHATSAPP_APP_SECRET: 'app',
  WHATSAPP_VERIFY_TOKEN: 'verify',
})

const templates = (env: NodeJS.ProcessEnv, ...more: string[]) => runCommand(['whatsapp', 'templates', ...more], env)
const ofExams = ['--plugin', 'medical/exam', '--language', 'en']

describe('without an account, whatsapp templates', () => {
  test('prints the templates, and which variables to set', async () => {
    const { code, stdout, stderr } = await templates({}, ...ofExams)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^medical_exam_notice, en, Utility\nHeader: Examination\nBody: Will you come\?/)
    expect(stdout).toContain('Quick replies: Confirm | Another time | Cannot come\n\nmedical_exam_notice_closed, en')
    expect(stderr).toContain('Set WHATSAPP_URL and WHATSAPP_ACCOUNT_ID')
    const refused = await templates({}, '--register')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('The templates cannot be registered. Set WHATSAPP_URL')
  })

  test('refuses unknown languages and plugins', async () => {
    expect((await templates({}, '--language', 'xx')).code).toBe(2)
    expect((await templates({}, '--plugin', 'medical/none')).code).toBe(2)
  })
})

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components */
test('each template keeps to the limits of Meta', async () => {
  const definitions: Definition[] = JSON.parse((await templates({}, '--json')).stdout)
  expect(definitions).toHaveLength(all)
  expect(new Set(definitions.map(({ name, language }) => `${name} ${language}`)).size).toBe(all)
  // Meta refuses a template with the words of another one.
  expect(new Set(definitions.map(({ language, components }) => JSON.stringify([language, components]))).size).toBe(all)
  for (const { name, language, components } of definitions) {
    const message = `${name} ${language}`
    const part = (type: string) => components.find((each) => each.type === type)
    expect(name).toMatch(/^[a-z0-9_]{1,512}$/)
    expect(language).toMatch(/^(en|es|fr|de|ar|pt_PT|pt_BR)$/)
    for (const type of ['HEADER', 'FOOTER']) expect(part(type)!.text, message).toMatch(/^[^\n*_~`{}]{1,60}$/)
    for (const { text } of part('BUTTONS')?.buttons ?? []) expect(text, message).toMatch(/^.{1,20}$/)
    const { text = '', example } = part('BODY')!
    const [values] = example!.body_text
    const places = [...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number))
    expect(places, message).toEqual(values!.map((_, index) => index + 1))
    expect(text.length + values!.join('').length, message).toBeLessThanOrEqual(1_024)
    expect(text, message).not.toMatch(/^\s*\{\{|\}\}\s*$| {5}|\n{3}|\t|undefined/)
    // Each value has words around it, on its line.
    for (const line of text.split('\n')) expect(line, message).toMatch(/^([^{}]*\p{L}[^{}]*(\{\{\d\}\}[*~]?)?)?$/u)
  }
})

/** Starts a server that has no templates, and responds to their registrations in this order. */
async function registrar(...responses: { status: number; error?: object }[]) {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end('{"data":[]}')
    received.push(((await json(request)) as Definition).name)
    const { status, error } = responses[received.length - 1] ?? { status: 200 }
    response.writeHead(status).end(JSON.stringify(error ? { error } : { id: '1', status: 'PENDING' }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `whatsapp+http://1:token@127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`
  return { received, env: settingsOf({ url, businessAccountId: '2' }) }
}

describe('with --register, whatsapp templates', () => {
  test('continues after a refusal, and says why Meta refused', async () => {
    const error_user_msg = "New English content can't be added while the existing content is being deleted."
    const { received, env } = await registrar({ status: 400, error: { code: 100, error_user_msg } })
    const { code, stdout, stderr } = await templates(env, ...ofExams, '--register')
    expect(code).toBe(1)
    expect(received).toHaveLength(10)
    expect(stdout).toMatch(/^medical_exam_notice +en {2}missing\nmedical_exam_notice_closed +en {2}pending\n/)
    expect(stderr).toContain(`medical_exam_notice (en): ${error_user_msg} (Meta 100)\n`)
    expect(stderr).toMatch(/Meta refused 1 template, for the reasons above\.\n$/)
  })

  test('stops when Meta limits the rate', async () => {
    const error = { code: 80008, message: 'There have been too many calls to this WhatsApp Business account.' }
    const { received, env } = await registrar({ status: 200 }, { status: 400, error })
    const { code, stderr } = await templates(env, ...ofExams, '--register')
    expect(code).toBe(1)
    expect(received).toHaveLength(2)
    expect(stderr).toMatch(/ {2}1 pending\. .*\n {2}9 missing\. /)
    expect(stderr).toMatch(/Meta takes no more templates for now: .*80008\).* Run the command again in an hour/)
  })

  test('names the permission that the access token lacks', async () => {
    const { received, env } = await registrar({ status: 403, error: { code: 200, message: 'Permissions error' } })
    const { stderr } = await templates(env, ...ofExams, '--register')
    expect(received).toHaveLength(1)
    expect(stderr).toContain('The access token needs the permission whatsapp_business_management')
  })
})

describe('with an account, whatsapp templates', () => {
  test('registers the templates, which take every message that the service sends', async () => {
    const meta = await metaServer()
    const env = settingsOf(meta)
    const before = await templates(env, ...ofExams)
    expect(before.code).toBe(0)
    expect(before.stdout).toMatch(/^medical_exam_notice +en {2}missing\n/)
    expect(before.stderr).toBe(
      '0 of 10 templates are approved.\n  10 missing. Add --register to submit them to Meta.\n',
    )

    const registered = await templates(env, '--register')
    expect(registered.code).toBe(0)
    expect(registered.stderr).toBe(
      `0 of ${all} templates are approved.\n  ${all} pending. Meta reviews them, usually within a day.\n`,
    )
    expect(meta.templates).toHaveLength(all)
    for (const template of meta.templates) template.status = 'APPROVED'
    expect((await templates(env)).stderr).toBe(`All ${all} templates are approved.\n`)

    const { servers } = readConfig(env)
    const { compose, open } = findChannel('whatsapp')
    const sender = await open(servers.whatsapp!, { secret: createSecret('a key') } as Parameters<typeof open>[1])
    const kinds = templateKindNames.filter((kind) => rulesOf(kind).forms.includes('chat'))
    for (const { category, target, answers } of plugins) {
      for (const language of dialects) {
        for (const kind of kinds.filter((one) => one !== 'no-show' || answers.includes('reschedule'))) {
          for (const areAnswersClosed of [false, true]) {
            const example = exampleMessage(
              clinicWithPhone,
              { category, target, language, kind },
              hiddenLink('https://rollcall.example', clinicWithPhone.id),
            )
            const message = { ...example, areAnswersClosed, uid: '+351912345678' }
            const content = await shippedContent(kind, hiddenParts(servers, 'whatsapp'), message)
            const composed = await compose(envelopeOf(message), content)
            if (composed) expect(await sender.send(composed)).toMatchObject({ outcome: 'accepted' })
          }
        }
      }
    }
    const used = new Set(meta.accepted.map(({ template }) => `${template!.name} ${template!.language.code}`))
    expect(used).toEqual(new Set(meta.templates.map(({ name, language }) => `${name} ${language}`)))
    for (const { template } of meta.accepted) {
      const { components } = meta.templates.find(({ name }) => name === template!.name)!
      const buttons = components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []
      expect(template!.components!.filter(({ type }) => type === 'button')).toHaveLength(buttons.length)
    }
  })

  test('says why Meta rejected a template, and which have other words', async () => {
    const meta = await metaServer()
    const env = settingsOf(meta)
    await templates(env, ...ofExams, '--register')
    const [rejected, different, paused] = meta.templates
    Object.assign(rejected!, { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' })
    Object.assign(paused!, { status: 'PAUSED' })
    const body = different!.components.find(({ type }) => type === 'BODY')!
    body.text = body.text!.replace('You', 'We')
    const { code, stdout, stderr } = await templates(env, ...ofExams)
    expect(code).toBe(0)
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^medical_exam_notice +en {2}rejected: invalid format$/),
      expect.stringMatching(/^medical_exam_notice_closed +en {2}different$/),
      expect.stringMatching(/^medical_exam_reminder +en {2}paused$/),
      expect.stringMatching(/^medical_exam_reminder_closed +en {2}pending$/),
    ])
    expect(stderr).toMatch(/^0 of 10 templates are approved\.\n {2}1 rejected\. Edit .*\n {2}1 different\. Their words/)
    const [first] = JSON.parse((await templates(env, ...ofExams, '--json')).stdout)
    expect(first).toMatchObject({ name: 'medical_exam_notice', status: 'rejected', reason: 'invalid format' })
  })

  test('says which variable is wrong, and what Meta says', async () => {
    const meta = await metaServer()
    const env = settingsOf(meta)
    const { WHATSAPP_ACCOUNT_ID: _, ...unknown } = env
    expect((await templates(unknown, '--register')).stderr).toContain('Set WHATSAPP_ACCOUNT_ID:')
    const wrong = await templates({ ...env, WHATSAPP_ACCOUNT_ID: '1' })
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Meta does not list the templates: .*100/) })
    const expired = await templates({ ...env, WHATSAPP_URL: meta.url.replace('EAA', 'EAB') })
    expect(expired).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the access token is not valid or has expired'),
    })
  })
})
