import { expect, test } from 'vitest'
import { clinic, contactSpeaking, targets, textsOf } from '../../../test/texts-of-a-visit.ts'
import { encode } from '../../channels/mobile/segments.ts'

const locales = ['en_GB', 'pt_PT', 'pt_BR', 'es_ES', 'fr_FR', 'de_DE', 'ar_SA'] as const

/** The number of segments of each text, as a table in Markdown. */
function tableOfSegments(): string {
  const rows = targets.flatMap((target) => {
    const byLocale = locales.map((locale) => textsOf(target, contactSpeaking(locale), clinic))
    return Object.keys(byLocale[0]!).map((name) => [
      `medical/${target}`,
      name,
      ...byLocale.map((texts) => String(encode(texts[name]!, 0).segments.length)),
    ])
  })
  const lines = [['plugin', 'text', ...locales], Array.from({ length: locales.length + 2 }, () => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

test('docs/texts.md has the segments of each text', async () => {
  await expect(`# Segments of the texts

A provider charges each segment of a text: 160 characters of the GSM alphabet, or 70 of any other (153 and 67 if there are
several). The service writes a text in several lengths, and sends the one with the fewest segments. The table is for the clinic
"Clínica Lisboa", the contact João and a link of 73 characters. A longer name or a template can take more: the preview of a
template shows its segments. Arabic always needs the larger alphabet.

${tableOfSegments()}
`).toMatchFileSnapshot('../../../docs/texts.md')
})
