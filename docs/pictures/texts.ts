// Prints all texts and mails in all locales as a table, to read them aloud: npm run --silent texts > FILE. A text depends on
// the length of its link, such as https://a.example/a/clinica.0123456789abcdefghjk, which may follow as an argument.
import { encode } from '../../src/channels/mobile/segments.ts'
import { clinic, clinicWithPhone, contactSpeaking, mailsOf, targets, textsOf } from '../../test/texts-of-a-visit.ts'

const [url] = process.argv.slice(2)
const locales = ['pt_PT', 'pt_BR', 'es_ES', 'es_MX', 'es_CL', 'fr_FR', 'en_GB', 'en_US', 'de_DE', 'ar_EG', 'ar_MA']

const print = (line = '') => process.stdout.write(`${line}\n`)

for (const locale of locales) {
  const contact = contactSpeaking(locale)
  print(`## ${locale}\n`)
  print('| visit | text | segments | letters | as it is sent |\n|---|---|---|---|---|')
  for (const target of targets) {
    const [texts, others] = [clinic, clinicWithPhone].map((entity) => textsOf(target, contact, entity, url))
    const withNumber = Object.entries(others!).filter(([name, text]) => texts![name] !== text)
    const all = [
      ...Object.entries(texts!),
      ...withNumber.map(([name, text]) => [`${name}, clinic with a number`, text]),
    ]
    for (const [name, text] of all as [string, string][]) {
      const { dataCoding, segments } = encode(text, 0)
      print(
        `| ${target} | ${name} | ${segments.length}${dataCoding === 8 ? ' (UCS-2)' : ''} | ${text.length} | ${text} |`,
      )
    }
  }
  print('\n| visit | mail | subject | text |\n|---|---|---|---|')
  for (const target of targets) {
    for (const [name, { subject, text }] of Object.entries(await mailsOf(target, contact, clinicWithPhone))) {
      print(`| ${target} | ${name} | ${subject} | ${text.replaceAll('\n', ' ⏎ ')} |`)
    }
  }
  print()
}
