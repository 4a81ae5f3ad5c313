import { existsSync } from 'node:fs'

const find = (path: string) => (existsSync(path) ? path : undefined)

/** The paths of Debian's packages webkit2gtk-driver and xvfb. */
export const webkitPath = find('/usr/bin/WebKitWebDriver')
export const xvfbPath = find('/usr/bin/Xvfb')
export const hasWebKit = webkitPath !== undefined && xvfbPath !== undefined

/** Reports skipped tests after all other output, where it is visible. */
export default () => () => {
  if (hasWebKit) return
  process.stderr.write('\nNOT TESTED IN WEBKIT: install webkit2gtk-driver and xvfb.\n\n')
}
