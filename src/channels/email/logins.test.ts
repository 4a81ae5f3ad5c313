import { readFileSync } from 'node:fs'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mailServer } from '../../../test/mail-server.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { environmentWarnings, readConfig } from '../configuration.ts'
import { smtpSender } from './smtp.ts'

const password = 'BK/8+w=@:#?%'

interface Provider {
  scheme: 'smtp' | 'smtps'
  /** The mechanisms of AUTH that the provider offers over TLS. */
  methods: string[]
}

/** As the providers' servers respond to EHLO. */
const providers: Record<string, Provider> = {
  'Amazon SES': { scheme: 'smtp', methods: ['PLAIN', 'LOGIN'] },
  'Amazon SES on the port of TLS': { scheme: 'smtps', methods: ['PLAIN', 'LOGIN'] },
  Postmark: { scheme: 'smtp', methods: ['CRAM-MD5', 'PLAIN', 'LOGIN'] },
  'a server that has only LOGIN': { scheme: 'smtp', methods: ['LOGIN'] },
  // The login is the address of this machine.
  'a connector of Microsoft 365': { scheme: 'smtp', methods: [] },
}

for (const [name, { scheme, methods }] of Object.entries(providers))
  test(`a mail is sent over TLS with a login that ${name} offers`, async () => {
    const rollcall = await bootRollcall()
    const sessions: object[] = []
    const options: SMTPServerOptions = {
      secure: scheme === 'smtps',
      disabledCommands: methods.length > 0 ? [] : ['AUTH'],
      authMethods: methods,
      onAuth({ username, password: given, validatePassword }, _session, done) {
        const isRight = username === 'AKIA+1@clinic' && (given === password || validatePassword(password))
        if (isRight) done(null, { user: username! })
        else done(new Error('no'))
      },
      onMailFrom(_address, { secure, user }, done) {
        sessions.push({ secure, user })
        done()
      },
    }
    const { port, received } = await mailServer(options)
    const login = methods.length > 0 ? `AKIA%2B1%40clinic:${encodeURIComponent(password)}@` : ''
    const url = `${scheme}://${login}127.0.0.1:${port}?tls.rejectUnauthorized=false`
    const email = smtpSender(url, 'notices@clinic.example', rollcall.secret)
    onTestFinished(() => email.close())
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver({ email })
    expect(await delivery()).toMatchObject({ state: 'sent' })
    expect(received).toHaveLength(1)
    expect(sessions).toEqual([{ secure: true, user: methods.length > 0 && 'AKIA+1@clinic' }])
  })

test('the settings of providers in docs/running/mail.md are valid', () => {
  const text = readFileSync(new URL('../../../docs/running/mail.md', import.meta.url), 'utf8')
  const [, section] = /\n## Mail providers\n(.*)/s.exec(text)!
  const blocks = [...section!.matchAll(/```sh\n((?:#[^\n]*\n)*SMTP_URL.*?)```/gs)].map(([, lines]) =>
    Object.fromEntries([...lines!.matchAll(/^(\w+)=(\S+)/gm)].map(([, name, value]) => [name, value])),
  )
  expect(blocks).toHaveLength(5)
  for (const block of blocks) {
    const env = { ...block, PUBLIC_URL: 'https://rollcall.test' }
    expect(readConfig(env).servers.email).toMatchObject({ url: block.SMTP_URL, from: 'notices@clinic.example' })
    expect(environmentWarnings(env)).toEqual([])
  }
})
