import { type Language, languages } from '../languages.ts'
import { type AnswerName, answerNames } from '../notifications/answer-name.ts'

/** The meanings of a text: an answer, the number of a choice, an opt-out (`stop`), an opt-in (`start`), or
 *  `unclear`. */
export const meanings = [...answerNames, 'number', 'stop', 'start', 'unclear'] as const
export type Meaning = (typeof meanings)[number]

/** The texts that are answers. Opt-out words of carriers, such as CANCEL, must not occur here. */
const answerWords: Record<Language, Record<AnswerName, string>> = {
  en: {
    confirm:
      'yes|y|yes please|yes thanks|yes thank you|yep|yeah|ok|okay|sure|confirm|confirmed|i confirm|i will come|i ll come|i will be there',
    reschedule: 'other|another|other time|another time|other day|another day|reschedule|change|change time',
    cancel: 'no|n|nope|no thanks|no thank you|i cannot come|i can t come|cannot come|can t come',
  },
  pt: {
    confirm:
      'sim|s|sim obrigado|sim obrigada|sim por favor|confirmo|confirmado|confirmar|sim confirmo|vou|eu vou|vou sim|estarei la',
    reschedule: 'outra|outro|outra data|outra hora|outro dia|outro horario|alterar|mudar|remarcar|reagendar|adiar',
    cancel: 'nao|nao posso|nao vou|nao obrigado|nao obrigada|nao posso ir|nao consigo ir',
  },
  es: {
    confirm: 'si|si gracias|si por favor|confirmo|confirmado|confirmar|si confirmo|vale|de acuerdo|ire|voy',
    reschedule: 'otra|otro|otra fecha|otra hora|otro dia|cambiar|cambio|reprogramar|aplazar',
    cancel: 'no|no puedo|no voy|no gracias|no puedo ir|no ire',
  },
  fr: {
    confirm:
      'oui|oui merci|oui s il vous plait|je confirme|confirme|confirmer|oui je confirme|d accord|je viendrai|je viens',
    reschedule: 'autre|autre date|autre heure|autre jour|une autre date|changer|deplacer|reporter',
    cancel: 'non|non merci|je ne peux pas|je ne viendrai pas|je ne viens pas|je ne peux pas venir',
  },
}

/** The reply that notices suggest for another time, followed by the contact's wish. */
const invited = /^(other time|outra data|otra fecha|autre date) ./

/** The carriers' opt-out and opt-in words, with translations. They are never an answer. */
const stopWords =
  'stop|stopall|stop all|unsubscribe|cancel|end|quit|revoke|optout|opt out|remove|parar|pare|sair|alto|baja|arret|desabonner'
const startWords = 'start|unstop|optin|opt in'

const meaningOf = new Map<string, Meaning>()
for (const language of languages) {
  for (const action of answerNames) {
    for (const text of answerWords[language][action].split('|')) meaningOf.set(text, action)
  }
}
for (const text of stopWords.split('|')) meaningOf.set(text, 'stop')
for (const text of startWords.split('|')) meaningOf.set(text, 'start')

/** The interpretation of a text. */
export interface Interpretation {
  meaning: Meaning
  /** The number of a choice; `action` is the answer beside it, if any. */
  number?: number
  action?: AnswerName
  /** Whether the text contains a wish for another time. */
  isWish?: boolean
}

/** Interprets a whole text. Ignores accents, case, punctuation and emoji. */
export function interpret(text: string): Interpretation {
  // A question is not an answer.
  if (text.includes('?')) return { meaning: 'unclear' }
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
  if (invited.test(words)) return { meaning: 'reschedule', isWish: true }
  const [, before, number, after] = /^(?:(\D+) )?([1-9])(?: (\D+))?$/.exec(words) ?? []
  if (number === undefined) return { meaning: meaningOf.get(words) ?? 'unclear' }
  if (before === undefined && after === undefined) return { meaning: 'number', number: Number(number) }
  const answer = meaningOf.get(before ?? after!)
  if ((before !== undefined && after !== undefined) || !isAnswer(answer)) return { meaning: 'unclear' }
  return { meaning: 'number', number: Number(number), action: answer }
}

const isAnswer = (meaning: Meaning | undefined): meaning is AnswerName =>
  (answerNames as readonly (Meaning | undefined)[]).includes(meaning)
