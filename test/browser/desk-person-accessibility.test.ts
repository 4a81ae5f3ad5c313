import type { BrowserContextOptions } from 'playwright-core'
import { type Words, wordsOf } from '../../src/platform/languages/words.ts'
import { history } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { inspectedLanguages, inspectOnce } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { signInBeside } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'

const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

/** Opens the desk of a device at which a person has signed in, or has not. */
async function openBeside(rollcall: Rollcall, origin: string, options: BrowserContextOptions, person?: string) {
  const page = await takeComputer(options)
  if (person !== undefined) await signInBeside(rollcall, page, origin, ['checkin:read'], person)
  const { token } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
  await page.clock.setFixedTime('2026-03-30T08:00:00Z')
  await enterBy(page, `${origin}/desk#token=${token}`)
  return page
}

browserTest(
  'the desk without a person, and beside one who may not record arrivals, has no accessibility violation, and fits every screen',
  async () => {
    const rollcall = await bootRollcall({ config: { deskPerson: 'required' } })
    await rollcall.given(...history())
    const origin = await rollcall.listen()
    const long = 'Maria da Conceição Albuquerque de Vasconcelos e Figueiredo'
    for (const language of inspectedLanguages) {
      const say: Words['desk'] = wordsOf('desk', language)
      const beside = await openBeside(rollcall, origin, { locale: language }, long)
      await beside.getByText(say.person.unfit).waitFor()
      await inspectOnce(beside, `desk-beside-${language}`)
      const page = await openBeside(rollcall, origin, { locale: language })
      await page.getByRole('link', { name: say.person.signIn }).waitFor()
      await page.getByLabel(say.code).fill(code)
      await page.getByRole('button', { name: say.look, exact: true }).click()
      await page.getByRole('button', { name: say.markArrived, exact: true }).click()
      await page.getByText(say.person.unsentAdvice).waitFor()
      await inspectOnce(page, `desk-alone-${language}`)
    }
  },
)
