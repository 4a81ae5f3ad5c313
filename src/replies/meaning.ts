import { type Language, languages } from '../languages/languages.ts'
import { type AnswerName, answerNames } from '../plugins/answer-name.ts'

/** The meanings of a text: an answer, the number of a choice, an opt-out (`stop`), an opt-in (`start`), a word that can mean
 *  the visit or the messages (`cancel-or-stop`), or `unclear`. */
export const meanings = [...answerNames, 'number', 'stop', 'start', 'cancel-or-stop', 'unclear'] as const
export type Meaning = (typeof meanings)[number]

/** The texts that are answers. Opt-out words of carriers must not occur here. */
const answerWords: Record<Language, Record<AnswerName, string>> = {
  en: {
    confirm:
      'yes|y|yep|yeah|yup|ok|okay|sure|of course|confirm|confirmed|i confirm|yes confirmed|yes i confirm|i will come|i ll come|yes i will come|yes i ll come|i will be there|i ll be there|yes i will be there|yes i ll be there|i will attend|i ll attend',
    reschedule:
      'other|another|other time|another time|different time|other day|another day|different day|other date|another date|different date|reschedule|i need to reschedule|i need another time|i need another date|change|change time|change the time|change date|change the date|postpone',
    cancel:
      'no|n|nope|i cannot come|i can t come|i cant come|cannot come|can t come|cant come|i cannot make it|i can t make it|i cant make it|cannot make it|can t make it|cant make it|i cannot attend|i can t attend|i will not come|i won t come|i am not coming|i m not coming|no i cannot come|no i can t come|cancel appointment|cancel the appointment|cancel my appointment',
  },
  pt: {
    confirm:
      'sim|s|confirmo|confirmado|confirmada|confirmar|confirmamos|sim confirmo|sim confirmado|sim confirmada|ok confirmo|ok confirmado|confirmo presenca|confirmo a presenca|confirmo a minha presenca|sim confirmo presenca|sim confirmo a presenca|presenca confirmada|confirmo consulta|confirmo a consulta|consulta confirmada|confirmo que vou|vou|eu vou|vou sim|sim vou|irei|irei sim|sim irei|estarei la|la estarei|sim estarei la|estarei presente|sim estarei presente|vou comparecer|irei comparecer|comparecerei|claro|claro que sim|com certeza',
    reschedule:
      'outra|outro|outra data|outra hora|outro dia|outro horario|outra altura|nova data|alterar|alterar data|alterar a data|alterar hora|alterar a hora|mudar|mudar data|mudar a data|mudar hora|mudar a hora|mudar de dia|remarcar|remarcar consulta|remarcar a consulta|quero remarcar|preciso de remarcar|preciso remarcar|reagendar|reagendar consulta|reagendar a consulta|adiar|adiar consulta|adiar a consulta|quero outra data|preciso de outra data',
    cancel:
      'nao|nao posso|nao vou|nao irei|nao consigo|nao posso ir|nao consigo ir|nao poderei ir|nao vou poder ir|nao vou conseguir ir|nao posso comparecer|nao poderei comparecer|nao vou poder comparecer|nao vou comparecer|nao comparecerei|nao nao posso|nao nao posso ir|nao nao vou|nao estarei presente|desmarcar|desmarcar consulta|desmarcar a consulta|quero desmarcar|cancelar consulta|cancelar a consulta',
  },
  es: {
    confirm:
      'si|confirmo|confirmado|confirmada|confirmar|confirmamos|si confirmo|si confirmado|ok confirmo|ok confirmado|confirmo asistencia|confirmo la asistencia|confirmo mi asistencia|si confirmo asistencia|si confirmo mi asistencia|asistencia confirmada|confirmo cita|confirmo la cita|confirmo mi cita|cita confirmada|vale|de acuerdo|ire|si ire|voy|si voy|asistire|si asistire|acudire|estare alli|alli estare|ahi estare|por supuesto|claro que si',
    reschedule:
      'otra|otro|otra fecha|otra hora|otro dia|otro horario|nueva fecha|cambiar|cambio|cambiar cita|cambiar la cita|cambiar fecha|cambiar la fecha|cambiar de fecha|cambiar hora|cambiar la hora|cambiar de hora|cambiar de dia|cambio de fecha|cambio de hora|reprogramar|reprogramar cita|reprogramar la cita|aplazar|aplazar cita|aplazar la cita|posponer|quiero otra fecha|necesito otra fecha|quiero cambiar la cita|necesito cambiar la cita',
    cancel:
      'no|no puedo|no podre|no voy|no ire|no puedo ir|no podre ir|no voy a ir|no voy a poder ir|no puedo asistir|no podre asistir|no voy a poder asistir|no asistire|no puedo acudir|no podre acudir|no acudire|no no puedo|no no puedo ir|no no ire|no no voy|anular cita|anular la cita|cancelar cita|cancelar la cita',
  },
  fr: {
    confirm:
      'oui|je confirme|confirme|confirmee|confirmer|nous confirmons|oui je confirme|oui confirme|ok je confirme|je confirme ma presence|oui je confirme ma presence|presence confirmee|je confirme le rendez vous|je confirme le rdv|je confirme mon rendez vous|je confirme mon rdv|rendez vous confirme|rdv confirme|d accord|oui d accord|je viendrai|oui je viendrai|je viens|oui je viens|je serai la|oui je serai la|j y serai|oui j y serai|je serai present|je serai presente|bien sur|oui bien sur',
    reschedule:
      'autre|autre date|autre heure|autre jour|autre horaire|une autre date|une autre heure|un autre jour|un autre horaire|nouvelle date|changer|changer date|changer la date|changer de date|changer l heure|changer d heure|changer de jour|changer le rendez vous|changer le rdv|deplacer|deplacer le rendez vous|deplacer le rdv|reporter|reporter le rendez vous|reporter le rdv|decaler|decaler le rendez vous|decaler le rdv|je voudrais une autre date|je veux une autre date',
    cancel:
      'non|je ne peux pas|je ne pourrai pas|je ne viendrai pas|je ne viens pas|je ne peux pas venir|je ne pourrai pas venir|je peux pas venir|je viendrai pas|je ne serai pas la|je ne serai pas present|je ne serai pas presente|non je ne peux pas|non je ne pourrai pas|non je ne peux pas venir|non je ne viendrai pas|annuler le rendez vous|annuler le rdv|j annule le rendez vous|j annule le rdv|j annule mon rendez vous|j annule mon rdv',
  },
}

/** Greetings, thanks and apologies around an answer. */
const courtesies = new RegExp(
  `\\b(?:${[
    'hi|hello|good (?:morning|afternoon|evening)|please|thanks|thank you|sorry|unfortunately',
    'ola|bom dia|boa (?:tarde|noite)|por favor|(?:muito )?obrigad[oa]|desculpe|lamento|infelizmente',
    'hola|buenos dias|buenas (?:tardes|noches)|(?:muchas )?gracias|lo siento',
    'bonjour|bonsoir|merci(?: beaucoup)?|svp|s il vous plait|desolee?|malheureusement',
  ].join('|')})\\b`,
  'g',
)

/** The reply that notices suggest for another time, followed by the contact's wish. */
const invited = /^(other time|outra data|otra fecha|autre date) ./

/** The carriers' opt-out and opt-in words, with translations. They are never an answer.
 *  CANCEL is one of them, but most contacts mean their visit: see docs/decisions/0068-cancel-by-text.md. */
const stopWords =
  'stop|stopall|stop all|unsubscribe|end|quit|revoke|optout|opt out|remove|parar|pare|sair|alto|baja|arret|desabonner'
const startWords = 'start|unstop|optin|opt in'
const cancelWords = [
  'cancel|cancelled|canceled|cancel it|cancel this|i cancel|i want to cancel|i need to cancel|i would like to cancel',
  'cancelar|cancela|cancele|cancelo|cancelado|cancelada|quero cancelar|preciso cancelar|preciso de cancelar|anular',
  'cancelen|quiero cancelar|necesito cancelar|anulo|anula|anule|anulada|quiero anular',
  'annuler|annule|annulez|annulation|j annule|je veux annuler|je voudrais annuler|je souhaite annuler',
].join('|')

const meaningOf = new Map<string, Meaning>()
for (const language of languages) {
  for (const action of answerNames) {
    for (const text of answerWords[language][action].split('|')) meaningOf.set(text, action)
  }
}
for (const text of stopWords.split('|')) meaningOf.set(text, 'stop')
for (const text of startWords.split('|')) meaningOf.set(text, 'start')
for (const text of cancelWords.split('|')) meaningOf.set(text, 'cancel-or-stop')

/** The interpretation of a text. */
export interface Interpretation {
  meaning: Meaning
  /** The number of a choice; `action` is the answer beside it, if any. */
  number?: number
  action?: AnswerName
  /** Whether the text contains a wish for another time. */
  isWish?: boolean
}

/** Interprets a whole text. Ignores accents, case, punctuation and emoji. Opt-out words count only without courtesies:
 *  "please cancel" may be an answer. */
export function interpret(text: string): Interpretation {
  // A question is not an answer.
  if (text.includes('?')) return { meaning: 'unclear' }
  const whole = wordsOf(text)
  const words = wordsOf(whole.replaceAll(courtesies, ' '))
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

/** Returns the words in lower case, without accents and punctuation. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')

const isAnswer = (meaning: Meaning | undefined): meaning is AnswerName =>
  (answerNames as readonly (Meaning | undefined)[]).includes(meaning)
