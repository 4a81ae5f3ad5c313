import type { VisitOutcomes } from '../../client/client.ts'
import type { Language } from '../../client/words.ts'

export const rateNames = [
  'confirmed',
  'another_time',
  'moved',
  'cancelled',
  'open',
  'arrived',
] as const satisfies (keyof VisitOutcomes)[]
export type RateName = (typeof rateNames)[number]

interface RateWords {
  title: string
  /** `{days}` are the days of the comparison. */
  eachOnce: string
  names: Record<RateName | 'notified', string>
  definitions: Record<RateName | 'notified', string>
  /** `{count}` contacts. */
  of: string
  unreached: string
  /** `{before}` is the figure of the days before. */
  compared: Record<'more' | 'less' | 'same', string>
  noComparison: string
}

export const rateWords: Record<Language, RateWords> = {
  en: {
    title: 'Appointments on these days',
    eachOnce: 'A contact counts once per appointment, however often they answered. Compared with {days}.',
    names: {
      notified: 'Notified',
      confirmed: 'Confirmed',
      another_time: 'Another time',
      moved: 'Moved by the clinic',
      cancelled: 'Cancelled',
      open: 'No answer yet',
      arrived: 'Arrived',
    },
    definitions: {
      notified: 'Contacts who got our message, or answered it.',
      confirmed: 'Their last answer was yes.',
      another_time: 'They asked for another time.',
      moved: 'The clinic gave them another time.',
      cancelled: 'Their last answer was no.',
      open: 'They got our message and have not answered yet.',
      arrived: 'The desk marked them as arrived, whatever they answered.',
    },
    of: 'Contacts: {count}',
    unreached: 'Not reached: {count}',
    compared: { more: '↑ up from {before}', less: '↓ down from {before}', same: '= as before' },
    noComparison: 'None earlier',
  },
  pt: {
    title: 'Marcações nestes dias',
    eachOnce: 'Cada contacto conta uma vez por marcação, por mais vezes que responda. Comparado com {days}.',
    names: {
      notified: 'Avisados',
      confirmed: 'Confirmaram',
      another_time: 'Outra data',
      moved: 'Alteradas pela clínica',
      cancelled: 'Cancelaram',
      open: 'Ainda sem resposta',
      arrived: 'Chegaram',
    },
    definitions: {
      notified: 'Contactos que receberam a nossa mensagem, ou lhe responderam.',
      confirmed: 'A última resposta foi sim.',
      another_time: 'Pediram outra data.',
      moved: 'A clínica deu-lhes outra data.',
      cancelled: 'A última resposta foi não.',
      open: 'Receberam a nossa mensagem e ainda não responderam.',
      arrived: 'A receção registou a chegada, qualquer que fosse a resposta.',
    },
    of: 'Contactos: {count}',
    unreached: 'Não contactados: {count}',
    compared: { more: '↑ acima de {before}', less: '↓ abaixo de {before}', same: '= como antes' },
    noComparison: 'Sem anteriores',
  },
  es: {
    title: 'Citas en estos días',
    eachOnce: 'Cada contacto cuenta una vez por cita, por más veces que responda. Comparado con {days}.',
    names: {
      notified: 'Avisados',
      confirmed: 'Confirmaron',
      another_time: 'Otra fecha',
      moved: 'Cambiadas por la clínica',
      cancelled: 'Cancelaron',
      open: 'Aún sin respuesta',
      arrived: 'Llegaron',
    },
    definitions: {
      notified: 'Contactos que recibieron nuestro mensaje, o respondieron a él.',
      confirmed: 'Su última respuesta fue sí.',
      another_time: 'Pidieron otra fecha.',
      moved: 'La clínica les dio otra fecha.',
      cancelled: 'Su última respuesta fue no.',
      open: 'Recibieron nuestro mensaje y aún no han respondido.',
      arrived: 'Recepción registró su llegada, fuera cual fuera la respuesta.',
    },
    of: 'Contactos: {count}',
    unreached: 'No contactados: {count}',
    compared: { more: '↑ más que {before}', less: '↓ menos que {before}', same: '= como antes' },
    noComparison: 'Sin anteriores',
  },
  fr: {
    title: 'Rendez-vous de ces jours',
    eachOnce:
      'Chaque contact compte une fois par rendez-vous, quel que soit le nombre de réponses. Comparaison\u00a0: {days}.',
    names: {
      notified: 'Prévenus',
      confirmed: 'Ont confirmé',
      another_time: 'Autre date',
      moved: 'Déplacés par la clinique',
      cancelled: 'Ont annulé',
      open: 'Pas encore de réponse',
      arrived: 'Arrivés',
    },
    definitions: {
      notified: 'Contacts qui ont reçu notre message, ou y ont répondu.',
      confirmed: 'Leur dernière réponse était oui.',
      another_time: 'Ils ont demandé une autre date.',
      moved: 'La clinique leur a donné une autre date.',
      cancelled: 'Leur dernière réponse était non.',
      open: 'Ils ont reçu notre message et n’ont pas encore répondu.',
      arrived: 'L’accueil a noté leur arrivée, quelle que soit la réponse.',
    },
    of: 'Contacts\u00a0: {count}',
    unreached: 'Non joints\u00a0: {count}',
    compared: { more: '↑ contre {before} avant', less: '↓ contre {before} avant', same: '= comme avant' },
    noComparison: 'Aucun avant',
  },
}
