import type { Words } from '../../platform/languages/words.ts'
import { plainWords } from './plain-words.ts'

type OptOutTexts = Words['replies']['optOut']

// A contact may write "Stop stop", or an opt-out word after a sentence. The limit also bounds the work of the expression.
const maxRepeated = 5

/** Compiles the opt-outs of all languages. Returns a function that tests whether a text asks to stop messages. Such a text has only
 *  opt-out words, sentences about messages, and fillers. Any other word leaves it to staff: a contact who opted out by mistake misses
 *  the notices. A question ("Can you stop texting me?") needs a sentence about messages, because "Stop?" may ask anything. */
export function compileOptOuts(catalogues: OptOutTexts[], courtesies: string[]) {
  const fillers = phrases([...courtesies, ...catalogues.flatMap(({ emphasis }) => emphasis)])
  const sentences = catalogues.flatMap(({ sentences, messages }) => sentences.map((one) => expression(one, messages)))
  const words = catalogues.flatMap((texts) => texts.words.map((one) => expression(one)))
  const asksInSentence = wholeText(sentences)
  const asks = wholeText([...sentences, ...words])
  const others = wholeText(catalogues.flatMap(({ except, messages }) => except.map((one) => expression(one, messages))))
  return (plain: string, isQuestion: boolean) => {
    const text = `${withoutPhrases(shortened(plain), fillers)} `
    return (isQuestion ? asksInSentence : asks).test(text) && !others.test(text)
  }
}

/** Writes a letter once that is repeated for emphasis: stoppp. */
const shortened = (plain: string) => plain.replaceAll(/(\p{L})\1{2,}/gu, '$1')

/** Returns a function that removes the line that a telephone or a mail program adds to a text. */
export function compileSignatures(catalogues: Words['replies']['signatures'][]) {
  const devices = catalogues.flatMap((texts) => texts.devices)
  const lines = catalogues.flatMap(({ sentences }) => sentences.map((one) => expression(one, devices)))
  const signature = new RegExp(`(?<= )(?:${lines.join('|')})$`)
  return (plain: string) => plainWords(`${plain} `.replace(signature, ''))
}

/** Matches the phrases, the longer ones first. */
export const phrases = (texts: string[]) => {
  const plain = texts.map(plainWords).sort((one, other) => other.length - one.length)
  return new RegExp(`(?<= |^)(?:${plain.join('|')})(?= |$)`, 'g')
}

export const withoutPhrases = (plain: string, some: RegExp) => plainWords(plain.replaceAll(some, ' '))

const wholeText = (expressions: string[]) => new RegExp(`^(?:${expressions.join('|')}){1,${maxRepeated}}$`)

/** Converts a sentence of the catalogue: `(a|b)` are alternatives, `(a|)` may be absent, `*` is a word for messages. Each word ends
 *  with a space, so that an absent one leaves none. */
function expression(sentence: string, messages: string[] = []): string {
  const parts = sentence.replaceAll('*', `(${messages.join('|')})`).split(/([(|)])/)
  return parts
    .map((part) => (/^[(|)]$/.test(part) ? part : plainWords(part).replaceAll(/(\S+) ?/g, '$1 ')))
    .join('')
    .replaceAll('(', '(?:')
}
