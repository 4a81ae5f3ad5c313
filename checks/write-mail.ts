// Compiles the layout of mails to TypeScript: node checks/write-mail.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import core from 'mjml-core'
import preset from 'mjml-preset-core'
import { pageColours } from '../src/platform/http/page-colours.ts'

const folder = join(import.meta.dirname, '../src/channels/email')
const output = join(folder, 'mail-html.ts')

const colours = new Map(
  Object.entries(pageColours).flatMap(([name, [light, dark]]) => [
    [`--${name}`, light],
    [`--dark-${name}`, dark],
  ]),
)
const source = readFileSync(join(folder, 'mail.mjml'), 'utf8').replaceAll(/--[a-z][a-z-]*/g, (name) => {
  const colour = colours.get(name)
  if (colour === undefined)
    throw new Error(`mail.mjml has ${name}, which is no colour of src/platform/http/page-colours.ts.`)
  return colour
})
const field = (name: string) => `\${mail.${name}}`

const { html } = await core.default(source, {
  presets: [preset],
  validationLevel: 'strict',
  fonts: {},
  keepComments: false,
})
if (html.includes('\\'))
  throw new Error('The compiled mail contains a backslash, which TypeScript would read as an escape.')

const text = `// \`npm run mail\` writes this file from mail.mjml.
import { html } from '../../platform/http/html.ts'
import { telephoneUrl } from '../../platform/text/telephone-url.ts'
import type { Letter } from '../content.ts'
import { linesOf, styles } from './lines.ts'

/** Renders the HTML of a mail. The tag escapes each value. */
export const mailHtml = (mail: Letter) =>
  html\`${html
    .trim()
    .replaceAll(/^[ \t]+|[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    // One line for each tag.
    .replaceAll(/<[a-z][^<>]*>/g, (tag) => tag.replaceAll(/\s*\n/g, ' ').replace(/ >$/, '>'))
    // MJML accepts no variables here.
    .replaceAll(pageColours.accent[0], field('accent'))
    .replaceAll(pageColours.accent[1], field('darkAccent'))
    .replaceAll('dir="ltr"', `dir="${field('direction')}"`)
    .replaceAll('direction:ltr', `direction:${field('direction')}`)
    .replaceAll('align="left"', `align="${field('start')}"`)
    .replaceAll(/text-align:( ?)left/g, `text-align:$1${field('start')}`)}
\`.text

const telephone = ({ accent }: Letter, phone: string) =>
  html\`<a href="\${telephoneUrl(phone)}" style="color: \${accent}; white-space: nowrap">\${phone}</a>\`
`
if (!process.argv.includes('--check')) writeFileSync(output, text)
else if (readFileSync(output, 'utf8') !== text) {
  console.error('src/channels/email/mail-html.ts is not the compiled mail.mjml. Run "npm run mail".')
  process.exitCode = 1
}
