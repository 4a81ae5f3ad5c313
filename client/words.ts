import type { Language } from '../src/platform/languages/languages.ts'
import type { Words } from '../src/platform/languages/words.ts'

export { format } from '../src/platform/languages/format.ts'
export {
  dialectOf,
  dialects,
  directionOf,
  type Language,
  languages,
  nameOfLanguage,
  pickLocale,
  type SupportedLocale,
} from '../src/platform/languages/languages.ts'
export { memoize } from '../src/platform/scheduling/memoize.ts'
// The pages share the languages and the texts with the service.
export { boundMarks, cleanText } from '../src/platform/text/clean-text.ts'
export type { PluginWords } from '../src/visits/plugins/words.ts'
export { hasTelephone, searchedWords, searchTerms, visitSearchText } from '../src/visits/search-terms.ts'
export { fold, plainText, searchText } from '../src/visits/search-text.ts'

/** The texts of pages. A page loads only those of its language. */
export type PageWords = Words['pages'] &
  Words['console'] &
  Pick<
    Words,
    | 'account-page'
    | ('admin' | 'admin-access' | 'admin-channels' | 'admin-clinics' | 'admin-systems')
    | ('desk' | 'figures' | 'plugins' | 'settings' | 'templates' | 'timeline' | 'upload' | 'visit-page' | 'visits')
  >

// The build makes a file of each catalogue, with English texts where some are missing.
const catalogues = {
  'account-page': async (language: Language) =>
    (await import(`../src/platform/languages/${language}/account-page.json`)).default as Words['account-page'],
  admin: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/admin.json`)).default as Words['admin'],
  'admin-clinics': async (language: Language) =>
    (await import(`../src/platform/languages/${language}/admin-clinics.json`)).default as Words['admin-clinics'],
  'admin-systems': async (language: Language) =>
    (await import(`../src/platform/languages/${language}/admin-systems.json`)).default as Words['admin-systems'],
  'admin-access': async (language: Language) =>
    (await import(`../src/platform/languages/${language}/admin-access.json`)).default as Words['admin-access'],
  'admin-channels': async (language: Language) =>
    (await import(`../src/platform/languages/${language}/admin-channels.json`)).default as Words['admin-channels'],
  console: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/console.json`)).default as Words['console'],
  desk: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/desk.json`)).default as Words['desk'],
  figures: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/figures.json`)).default as Words['figures'],
  pages: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/pages.json`)).default as Words['pages'],
  plugins: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/plugins.json`)).default as Words['plugins'],
  settings: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/settings.json`)).default as Words['settings'],
  timeline: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/timeline.json`)).default as Words['timeline'],
  templates: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/templates.json`)).default as Words['templates'],
  upload: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/upload.json`)).default as Words['upload'],
  'visit-page': async (language: Language) =>
    (await import(`../src/platform/languages/${language}/visit-page.json`)).default as Words['visit-page'],
  visits: async (language: Language) =>
    (await import(`../src/platform/languages/${language}/visits.json`)).default as Words['visits'],
}

export async function loadDeskWords(language: Language) {
  const parts = [catalogues.pages(language), catalogues.plugins(language), catalogues.desk(language)] as const
  const [pages, plugins, desk] = await Promise.all(parts)
  return { ...pages, plugins, desk }
}

export async function loadAccountWords(language: Language) {
  const [pages, page] = await Promise.all([catalogues.pages(language), catalogues['account-page'](language)])
  return { ...pages, 'account-page': page }
}

export async function loadConsoleWords(language: Language) {
  const parts = [catalogues.pages(language), catalogues.plugins(language), catalogues.console(language)] as const
  const [pages, plugins, console] = await Promise.all(parts)
  return { ...pages, plugins, ...console }
}

export async function loadAdminWords(language: Language) {
  const parts = [catalogues.pages(language), catalogues.settings(language), catalogues.admin(language)] as const
  const [pages, settings, admin] = await Promise.all(parts)
  return { ...pages, settings, admin }
}

/** The texts of the parts of the administration that load when somebody opens them. */
export const loadAdminClinicsWords = async (language: Language) => ({
  'admin-clinics': await catalogues['admin-clinics'](language),
})
/** The texts of the administration's sections about systems and opt-outs. They name channels, states and columns as the console and
 *  its uploads do. */
export async function loadAdminSystemsWords(language: Language) {
  const parts = [loadConsoleWords(language), loadUploadWords(language), catalogues['admin-systems'](language)] as const
  const [console, upload, systems] = await Promise.all(parts)
  return { ...console, ...upload, 'admin-systems': systems }
}

/** The texts of the parts of the console and the administration that load when somebody opens them. */
export const loadAdminAccessWords = async (language: Language) => ({
  'admin-access': await catalogues['admin-access'](language),
})
export const loadAdminChannelsWords = async (language: Language) => ({
  'admin-channels': await catalogues['admin-channels'](language),
})
export const loadFiguresWords = async (language: Language) => ({ figures: await catalogues.figures(language) })
export async function loadVisitPageWords(language: Language) {
  const [page, timeline] = await Promise.all([catalogues['visit-page'](language), catalogues.timeline(language)])
  return { 'visit-page': page, timeline }
}
export const loadTemplateWords = async (language: Language) => ({ templates: await catalogues.templates(language) })
export const loadUploadWords = async (language: Language) => ({ upload: await catalogues.upload(language) })
/** The list also names the numbers of the figures that lead to it. */
export async function loadVisitsWords(language: Language) {
  const [visits, figures] = await Promise.all([catalogues.visits(language), catalogues.figures(language)])
  return { visits, figures }
}
