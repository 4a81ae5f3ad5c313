import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { codeOrStatus, contact, notifications, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, notify, submission } from '../../../test/submission.ts'

const path = (
  kind = 'notice',
  channel = 'mobile',
  language = 'pt',
  entityId = 'clinica-lisboa',
  target = 'appointment',
) => `/v1/templates/${entityId}/medical/${target}/${language}/${channel}/${kind}`

const words = { text: '{clinic}: {contact}, contamos consigo {day} às {time} com {doctor}. Responda: {link}' }

const send = (rollcall: Rollcall, method: 'DELETE' | 'POST', url: string) =>
  rollcall.app.inject({ method, url, headers: { authorization: `Bearer ${rollcall.token}` } })

describe('a template', () => {
  eachEngine('replaces the shipped words of a text, until it is deleted', async (rollcall) => {
    const { get, put, given } = rollcall
    await given(entity())
    const shipped = (await get(path())).json()
    expect(shipped).toMatchObject({ default: true, encoding: 'GSM-7', segments: 1, forcing_characters: [] })
    expect(shipped.text).toBe('{clinic}: {contact}, consulta {when}. Confirme, altere ou cancele: {link}')
    const set = await put(path(), words)
    expect(set.json()).toMatchObject({ ...words, default: false, version: 1, changed_by: 'test', segments: 1 })
    expect((await get('/v1/templates/clinica-lisboa')).json()).toEqual([
      {
        category: 'medical',
        target: 'appointment',
        language: 'pt',
        channel: 'mobile',
        kind: 'notice',
        version: 1,
        changed_at: '2026-03-30T08:00:00.000000+00:00',
        changed_by: 'test',
      },
    ])
    await notify(rollcall)
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).toContain(
      'Joao, contamos consigo seg 30 mar às 09:30 com Ana Reis. Responda: https:',
    )
    expect((await send(rollcall, 'DELETE', path())).statusCode).toBe(204)
    expect((await get(path())).json()).toEqual(shipped)
    expect((await get('/v1/templates/clinica-lisboa')).json()).toEqual([])
    await notify(rollcall, { external_id: 'A-2' })
    await rollcall.deliver()
    expect(rollcall.outbox('.txt').some((text) => text.includes('Confirme, altere ou cancele'))).toBe(true)
  })

  eachEngine('does not overwrite the change of another administrator, and is in the history', async (rollcall) => {
    const { get, put, remove, given } = rollcall
    await given(entity())
    const read = async (url: string) => ({ 'if-match': String((await get(url)).headers.etag) })
    const [shipped, other] = [await read(path()), { text: 'Venha {day}: {link}' }]
    const both = await Promise.all([put(path(), words, shipped), put(path(), other, shipped)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const { text } = both.find(({ statusCode }) => statusCode === 200)!.json()
    expect((await remove(path(), shipped)).json().code).toBe('changed-meanwhile')
    // The words of the language apply to the region, which has none of its own.
    const region = path('notice', 'mobile', 'pt-BR')
    expect(await read(region)).toEqual(shipped)
    expect((await put(region, other, await read(region))).statusCode).toBe(200)
    expect((await remove(path(), await read(path()))).statusCode).toBe(204)
    const history = (await get('/v1/entities/clinica-lisboa/history')).json()
    const name = 'medical/appointment/pt/mobile/notice'
    const change = { at: '2026-03-30T08:00:00.000000+00:00', by: 'test', resource: 'template' }
    expect(history).toEqual([
      { ...change, name, before: { text } },
      { ...change, name: name.replace('pt', 'pt-BR'), after: other },
      { ...change, name, after: { text } },
    ])
  })

  eachEngine('has versions that say who changed it and when, and any of them can be restored', async (rollcall) => {
    const { get, put, given } = rollcall
    await given(entity())
    const other = { text: 'Olá {contact}: {link}' }
    await put(path(), words)
    await put(path(), words)
    await put(path(), { text: `\r\n ${words.text}\r\n` })
    await put(path(), other)
    await send(rollcall, 'DELETE', path())
    await send(rollcall, 'DELETE', path())
    const change = { changed_at: '2026-03-30T08:00:00.000000+00:00', changed_by: 'test' }
    expect((await get(`${path()}/versions`)).json()).toEqual([
      { version: 3, ...change },
      { version: 2, ...change, ...other },
      { version: 1, ...change, ...words },
    ])
    const restored = await send(rollcall, 'POST', `${path()}/versions/1/restoration`)
    expect(restored.json()).toMatchObject({ ...words, version: 4, default: false })
    expect((await send(rollcall, 'POST', `${path()}/versions/3/restoration`)).json().default).toBe(true)
    expect(codeOrStatus(await send(rollcall, 'POST', `${path()}/versions/9/restoration`))).toBe('template-not-found')
  })

  eachEngine('is numbered once by concurrent changes', async ({ get, put, given }) => {
    await given(entity())
    await Promise.all([1, 2, 3, 4, 5].map((number) => put(path(), { text: `${number} {link}` })))
    const versions: { version: number }[] = (await get(`${path()}/versions`)).json()
    expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1])
  })

  serviceTest('of another entity, language, channel or kind is never used', async (rollcall) => {
    await rollcall.given(entity(), entity({ id: 'clinica-porto' }))
    for (const one of [
      path('notice', 'mobile', 'pt', 'clinica-porto'),
      path('notice', 'mobile', 'en'),
      path('notice', 'email'),
      path('reminder'),
      path('notice', 'mobile', 'pt', 'clinica-lisboa', 'vaccination'),
    ])
      expect((await rollcall.put(one, { text: 'WRONG {link}' })).statusCode).toBe(200)
    await rollcall.post(notifications, submission(item()))
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).not.toContain('WRONG')
  })

  serviceTest('of a region comes before that of the language', async (rollcall) => {
    const { get, put, given } = rollcall
    await given(entity())
    await put(path('notice', 'mobile', 'pt'), { text: 'PT {link}' })
    const brazilian = { contact: { ...item().contact, language: 'pt_BR' } }
    await notify(rollcall, brazilian)
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).toContain('PT https')
    expect((await get(path('notice', 'mobile', 'pt-BR'))).json()).toMatchObject({ default: false, language: 'pt' })
    await put(path('notice', 'mobile', 'pt-BR'), { text: 'BR {link}' })
    await notify(rollcall, { ...brazilian, external_id: 'A-2' })
    await rollcall.deliver()
    expect(rollcall.outbox('.txt').some((text) => text.includes('BR https'))).toBe(true)
  })

  serviceTest(
    'of a mail replaces subject and greeting, and keeps the visit, the link and the way to stop',
    async (rollcall) => {
      const { received, email } = await mailServer()
      await rollcall.given(entity())
      const text = 'Bom dia {contact}\n\nContamos consigo {day} às {time}.\nAté breve.'
      await rollcall.put(path('notice', 'email'), { subject: '{clinic}: {when}', text })
      await notify(rollcall, { addresses: [mail] })
      await rollcall.deliver({ email })
      const sent = await PostalMime.parse(received[0]!)
      expect(sent.subject).toBe('Clínica Lisboa: segunda-feira, 30 de março de 2026 às 09:30')
      for (const body of [sent.text!, sent.html!]) {
        expect(body).toContain('Bom dia João')
        expect(body).toMatch(/Contamos consigo segunda-feira, 30 de março de 2026 às 09:30\.(\n|<br>)Até breve\./)
        expect(body).not.toContain('Vai comparecer?')
        for (const kept of ['Ana Reis', 'https://rollcall.test/a/clinica-lisboa.', '/opt-out', 'Quando'])
          expect(body).toContain(kept)
      }
    },
  )

  serviceTest('that asks for an answer applies as long as the service takes answers', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put(path('notice', 'mobile', 'pt', 'clinica-lisboa', 'exam'), { text: 'Responda já: {link}' })
    const params = { when: '2026-03-30T15:00:00+01:00', exam: 'Raio-X' }
    await notify(rollcall, { params }, 'exam')
    await rollcall.deliver()
    expect(rollcall.outbox('.txt')[0]).not.toContain('Responda já')
  })

  serviceTest('has a kind for each answer that an acknowledgement reports', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.put(path('acknowledgement'), { text: 'Obrigado, {contact}: {link}' })
    const one = await contact(rollcall)
    await rollcall.deliver()
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'confirm' })
    await rollcall.deliver()
    setTime(rollcall, '2026-03-30T08:01:00Z')
    await rollcall.post(`${notifications}/${one.id}/answer`, { action: 'cancel' })
    await rollcall.deliver()
    const thanked = rollcall.outbox('.txt').filter((text) => text.includes('Obrigado, Joao'))
    expect(thanked).toHaveLength(1)
    const shown = (await rollcall.get(`${notifications}/${one.id}/messages`)).json()
    const texts = shown.map(({ text }: { text: string }) => text)
    expect(texts).toContainEqual(expect.stringMatching(/^Obrigado, Joao: http\S+\*{20}$/))
  })
})
