import { existsSync, readFileSync } from 'node:fs'
import { projectFile } from '../project-file.ts'
import { memoize } from '../scheduling/memoize.ts'
import { completed, type Texts } from './completed.ts'
import type accountPage from './en/account-page.json'
import type admin from './en/admin.json'
import type adminAccess from './en/admin-access.json'
import type adminChannels from './en/admin-channels.json'
import type adminClinics from './en/admin-clinics.json'
import type adminSystems from './en/admin-systems.json'
import type answerPage from './en/answer-page.json'
import type console from './en/console.json'
import type desk from './en/desk.json'
import type figures from './en/figures.json'
import type firstPage from './en/first-page.json'
import type firstStart from './en/first-start.json'
import type healthPage from './en/health-page.json'
import type messages from './en/messages.json'
import type pages from './en/pages.json'
import type personalData from './en/personal-data.json'
import type plugins from './en/plugins.json'
import type replies from './en/replies.json'
import type settings from './en/settings.json'
import type signIn from './en/sign-in.json'
import type templates from './en/templates.json'
import type timeline from './en/timeline.json'
import type upload from './en/upload.json'
import type visitPage from './en/visit-page.json'
import type visits from './en/visits.json'
import { type Dialect, languageOf, languages } from './languages.ts'

/** The texts of the catalogues, by file. English has all of them. */
export interface Words {
  'account-page': typeof accountPage
  admin: typeof admin
  'admin-clinics': typeof adminClinics
  'admin-systems': typeof adminSystems
  'admin-access': typeof adminAccess
  'admin-channels': typeof adminChannels
  'answer-page': typeof answerPage
  console: typeof console
  desk: typeof desk
  figures: typeof figures
  'first-page': typeof firstPage
  'first-start': typeof firstStart
  'health-page': typeof healthPage
  messages: typeof messages
  pages: typeof pages
  'personal-data': typeof personalData
  plugins: typeof plugins
  replies: typeof replies
  settings: typeof settings
  'sign-in': typeof signIn
  timeline: typeof timeline
  templates: typeof templates
  upload: typeof upload
  'visit-page': typeof visitPage
  visits: typeof visits
}

/** Returns the texts of a catalogue. Missing ones are those of the language, or else English. Reads the files once, when
 *  they are first needed. */
export const wordsOf = <Part extends keyof Words>(part: Part, dialect: Dialect) => read(part, dialect) as Words[Part]

const read = memoize(
  1_000,
  (part: string, dialect: Dialect): Texts =>
    fallbacksOf(dialect).reduce((texts: Texts, one) => completed(readCatalogue(part, one), texts), {}),
)

/** From English to the dialect itself. */
const fallbacksOf = (dialect: Dialect): Dialect[] => [
  ...new Set<Dialect>([languages[0]!, languageOf(dialect)!, dialect]),
]

/** Returns the texts of one file, without fallbacks; undefined if there is no such file. */
export function readCatalogue(part: string, dialect: Dialect): Texts | undefined {
  const file = projectFile(`src/platform/languages/${dialect}/${part}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
