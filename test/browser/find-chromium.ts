import { existsSync } from 'node:fs'

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser', '/snap/bin/chromium']

/** The path of Chromium: CHROMIUM, or else the first usual place that exists. */
export const chromiumPath = process.env.CHROMIUM || usualPlaces.find((path) => existsSync(path))

/** Reports skipped browser tests after all other output, where it is visible. */
export default () => () => {
  if (chromiumPath !== undefined) return
  process.stderr.write('\nNOT TESTED IN A BROWSER: no Chromium was found. Install it, or name it in CHROMIUM.\n\n')
}
