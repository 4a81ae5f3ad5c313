import { existsSync } from 'node:fs'

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser', '/snap/bin/chromium']

/** Where Chromium is: what CHROMIUM names, or else the first that is found; undefined when there is none. */
export const chromiumPath = process.env.CHROMIUM || usualPlaces.find((path) => existsSync(path))

/** Says last of all, where it is seen, that the tests in a browser were skipped. */
export default () => () => {
  if (chromiumPath !== undefined) return
  process.stderr.write('\nNOT TESTED IN A BROWSER: no Chromium was found. Install it, or name it in CHROMIUM.\n\n')
}
