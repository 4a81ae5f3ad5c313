import { existsSync } from 'node:fs'

const shell = '/usr/bin/chromium-headless-shell'
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser', '/snap/bin/chromium']
const firstOf = (places: string[]) => places.find((path) => existsSync(path))

/** The path of Chromium: CHROMIUM, or else the first usual place that exists. The headless shell is the same browser without
 *  a window. A window loads pages of its own for each page of a test, which takes most of the time of a test. */
export const chromiumPath = process.env.CHROMIUM || firstOf([shell, ...usualPlaces])

/** The path of a Chromium with windows. It keeps the names of cameras, which the headless shell does not. */
export const chromiumWithWindowsPath = firstOf(usualPlaces) ?? chromiumPath

/** Reports skipped browser tests after all other output, where it is visible. */
export default () => () => {
  if (chromiumPath !== undefined) return
  process.stderr.write('\nNOT TESTED IN A BROWSER: no Chromium was found. Install it, or name it in CHROMIUM.\n\n')
}
