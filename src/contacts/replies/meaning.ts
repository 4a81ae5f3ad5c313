import { dialects, languages } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'
import { compileOptOuts, compileSignatures, phrases, withoutPhrases } from './opt-out-grammar.ts'
import { plainWords } from './plain-words.ts'
import { isThumb } from './thumbs.ts'

/** The meanings of a text: an answer, the number of a choice, an opt-out (`stop`), an opt-in (`start`), a word that can mean
 *  the visit or the messages (`cancel-or-stop`), or `unclear`. */
export const meanings = [...answerNames, 'number', 'stop', 'start', 'cancel-or-stop', 'unclear'] as const
export type Meaning = (typeof meanings)[number]

/** The texts of the catalogues. A contact may answer in another language than the message. Opt-out words of carriers are never
 *  an answer. CANCEL is one of them, but most contacts mean their visit: see docs/decisions/0011-what-comes-back-by-text.md. */
const readTexts = () => {
  const catalogues = languages.map((language) => wordsOf('replies', language))
  const meaningOf = new Map<string, Meaning>()
  for (const { confirm, reschedule, cancel, start, cancelOrStop } of catalogues) {
    const texts = { confirm, reschedule, cancel, start, 'cancel-or-stop': cancelOrStop }
    for (const [meaning, list] of Object.entries(texts)) {
      for (const text of list) meaningOf.set(plainWords(text), meaning as Meaning)
    }
  }
  // A contact may type the label of a button.
  for (const dialect of dialects) {
    const labels = wordsOf('messages', dialect).chat.answers
    for (const answer of answerNames) meaningOf.set(plainWords(labels[answer]), answer)
  }
  // Greetings, thanks and apologies around an answer.
  const courtesies = catalogues.flatMap((texts) => texts.courtesies)
  // The reply that notices suggest for another time, followed by the contact's wish.
  const invited = dialects.map((dialect) => plainWords(wordsOf('messages', dialect).answers.reschedule))
  return {
    meaningOf,
    asksToStop: compileOptOuts(
      catalogues.map(({ optOut }) => optOut),
      courtesies,
    ),
    withoutSignature: compileSignatures(catalogues.map(({ signatures }) => signatures)),
    courtesies: phrases(courtesies),
    invited: new RegExp(`^(?:${[...new Set(invited)].join('|')}) .`),
  }
}
let texts: ReturnType<typeof readTexts> | undefined

/** The interpretation of a text. */
export interface Interpretation {
  meaning: Meaning
  /** The number of a choice; `action` is the answer next to it, if any. */
  number?: number
  action?: AnswerName
  /** Whether the text contains a wish for another time. */
  isWish?: boolean
  /** Whether it is only a thumb or a check mark, which answers nothing but a notice. */
  isThumb?: boolean
}

/** Interprets a whole text. Ignores accents, case, punctuation, emoji, and the line that a telephone adds. */
export function interpret(text: string): Interpretation {
  if (isThumb(text)) return { meaning: 'confirm', isThumb: true }
  texts ??= readTexts()
  const { meaningOf, courtesies, invited, asksToStop, withoutSignature } = texts
  const whole = withoutSignature(plainWords(text))
  const isQuestion = /[?؟]/.test(text)
  if (!meaningOf.has(whole) && asksToStop(whole, isQuestion)) return { meaning: 'stop' }
  // A question is not an answer.
  if (isQuestion) return { meaning: 'unclear' }
  const words = withoutPhrases(whole, courtesies)
  if (invited.test(words)) return { meaning: 'reschedule', isWish: true }
  const [, before, number, after] = /^(?:(\D+) )?([1-9])(?: (\D+))?$/.exec(words) ?? []
  const found = meaningOf.get(before ?? after ?? words)
  if (number === undefined) {
    const isMeant = isAnswer(found) || found === 'cancel-or-stop'
    return { meaning: meaningOf.get(whole) ?? (isMeant ? found : 'unclear') }
  }
  // The number is that of a visit.
  const answer = found === 'cancel-or-stop' ? 'cancel' : found
  if (before === undefined && after === undefined) return { meaning: 'number', number: Number(number) }
  if ((before !== undefined && after !== undefined) || !isAnswer(answer)) return { meaning: 'unclear' }
  return { meaning: 'number', number: Number(number), action: answer }
}

/** Whether the text is an answer without the number of a visit and without a wish. It may answer anything that was asked last. */
export const isBareAnswer = ({ meaning, isWish }: Interpretation) => isAnswer(meaning) && !isWish

const isAnswer = (meaning: Meaning | undefined): meaning is AnswerName =>
  (answerNames as readonly (Meaning | undefined)[]).includes(meaning)
