import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { serviceTest } from '../../../test/rollcall.ts'

const path = '/v1/entities/clinica-lisboa/retention'

describe('the page about the data of a contact', () => {
  serviceTest('says what the clinic sends and keeps, until when, and whom to ask', async (rollcall) => {
    await rollcall.given(entity({ phone: '+351211234567' }))
    await rollcall.put(path, { notifications: 'P400D', messages: 'P90D' })
    const { url, open } = await contact(rollcall)
    expect((await open()).body).toContain('Os seus dados')
    const { statusCode, body } = await rollcall.app.inject({ url: `${url}/data` })
    expect(statusCode).toBe(200)
    for (const text of [
      'Os seus dados em Clínica Lisboa',
      'até 4 de maio de 2027',
      'até 28 de junho de 2026',
      '+351211234567',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('João')
  })

  serviceTest('says that the clinic decides, if the clinic has set no period', async (rollcall) => {
    const { url } = await contact(rollcall)
    const { body } = await rollcall.app.inject({ url: `${url}/data` })
    expect(body).toContain('A clínica decide durante quanto tempo os guarda.')
  })

  serviceTest('tells nothing to a person who is not the contact', async (rollcall) => {
    const { url, answer } = await contact(rollcall)
    await answer('not-me')
    expect((await rollcall.app.inject({ url: `${url}/data` })).statusCode).toBe(410)
  })
})
