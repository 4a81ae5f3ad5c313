import type { Acknowledged } from '../delivery/kind.ts'
import type { Language } from '../languages.ts'
import type { AnswerName } from '../notifications/answer-name.ts'

/** The texts of messages. `fill` replaces each `$name`. */
interface MessageWords {
  greeting: string
  confirmedSubject: string
  confirmed: string
  showAtDesk: string
  changeOfMind: string
  /** Takes the place of the invitation when the service takes no answer any more. */
  callToChange: string
  shortCallToChange: string
  detail: string
  movedSubject: string
  newTime: string
  oldTime: string
  movedText: string
  withdrawnSubject: string
  withdrawnText: string
  optOut: string
  acknowledgements: Record<Acknowledged, string>
  /** The acknowledgement of a confirmation, if the plugin shows details with it. */
  confirmedWithDetails: string
  question: string
  answers: Record<AnswerName, string>
}

export const words: Record<Language, MessageWords> = {
  en: {
    greeting: 'Dear $name,',
    confirmedSubject: '$entity: confirmed, $when',
    confirmed: 'You have confirmed. We are looking forward to seeing you.',
    showAtDesk: 'Show this code at the front desk:',
    changeOfMind: 'If you cannot come after all, please tell us here:',
    callToChange: 'If you need to change this, please call us.',
    shortCallToChange: 'To change this, please call us. Details: $link',
    detail: '$label: $value',
    movedSubject: '$entity: new time, $when',
    newTime: 'New time: $when',
    oldTime: 'Old time: $oldWhen',
    movedText: '$entity: new time $shortWhen, instead of $shortOldWhen.',
    withdrawnSubject: '$entity: cancelled, $when',
    withdrawnText: '$entity: we have cancelled your appointment, $shortWhen. You do not need to do anything.',
    optOut: 'To stop messages from us to this address:',
    acknowledgements: {
      confirmed: '$entity: confirmed, $shortWhen. Your QR code for the front desk: $link',
      rescheduling: '$entity: you asked for another time than $shortWhen. We will get in touch. When suits you? $link',
      cancelled: '$entity: you told us that you cannot come, $shortWhen. Thank you for telling us.',
    },
    confirmedWithDetails: '$entity: confirmed, $shortWhen. What to know before you come, and your QR code: $link',
    question: '$answer to which one? $choices. Please reply with the number.',
    answers: { confirm: 'YES', reschedule: 'OTHER TIME', cancel: 'NO' },
  },
  pt: {
    greeting: 'Olá, $name,',
    confirmedSubject: '$entity: presença confirmada, $when',
    confirmed: 'Confirmou a sua presença. Esperamos por si.',
    showAtDesk: 'Mostre este código na receção:',
    changeOfMind: 'Se afinal não puder vir, por favor, avise-nos aqui:',
    callToChange: 'Se precisar de alterar a marcação, por favor, telefone-nos.',
    shortCallToChange: 'Para alterar, por favor, telefone-nos. Detalhes: $link',
    detail: '$label: $value',
    movedSubject: '$entity: nova data, $when',
    newTime: 'Nova data: $when',
    oldTime: 'Data anterior: $oldWhen',
    movedText: '$entity: nova data $shortWhen, em vez de $shortOldWhen.',
    withdrawnSubject: '$entity: marcação cancelada, $when',
    withdrawnText: '$entity: cancelámos a sua marcação, $shortWhen. Não precisa de fazer nada.',
    optOut: 'Para não receber mais mensagens nossas neste endereço:',
    acknowledgements: {
      confirmed: '$entity: presença confirmada, $shortWhen. O seu código QR para a receção: $link',
      rescheduling: '$entity: pediu outra data em vez de $shortWhen. Entraremos em contacto. Quando prefere? $link',
      cancelled: '$entity: disse que não pode vir, $shortWhen. Agradecemos o aviso.',
    },
    confirmedWithDetails:
      '$entity: presença confirmada, $shortWhen. O que saber antes de vir, e o seu código QR: $link',
    question: '$answer para qual? $choices. Por favor, responda com o número.',
    answers: { confirm: 'SIM', reschedule: 'OUTRA DATA', cancel: 'NÃO' },
  },
  es: {
    greeting: 'Hola, $name:',
    confirmedSubject: '$entity: asistencia confirmada, $when',
    confirmed: 'Ha confirmado. Le esperamos.',
    showAtDesk: 'Muestre este código en la recepción:',
    changeOfMind: 'Si al final no puede venir, por favor, avísenos aquí:',
    callToChange: 'Si necesita cambiar la cita, por favor, llámenos.',
    shortCallToChange: 'Para cambiar la cita, por favor, llámenos. Detalles: $link',
    detail: '$label: $value',
    movedSubject: '$entity: nueva fecha, $when',
    newTime: 'Nueva fecha: $when',
    oldTime: 'Fecha anterior: $oldWhen',
    movedText: '$entity: nueva fecha $shortWhen, en vez de $shortOldWhen.',
    withdrawnSubject: '$entity: cita cancelada, $when',
    withdrawnText: '$entity: hemos cancelado su cita, $shortWhen. No tiene que hacer nada.',
    optOut: 'Para no recibir más mensajes nuestros en esta dirección:',
    acknowledgements: {
      confirmed: '$entity: asistencia confirmada, $shortWhen. Su código QR para la recepción: $link',
      rescheduling: '$entity: ha pedido otra fecha en vez de $shortWhen. Le contactaremos. ¿Cuándo prefiere? $link',
      cancelled: '$entity: ha dicho que no puede venir, $shortWhen. Gracias por avisarnos.',
    },
    confirmedWithDetails: '$entity: asistencia confirmada, $shortWhen. Qué saber antes de venir, y su código QR: $link',
    question: '¿$answer a cuál? $choices. Por favor, responda con el número.',
    answers: { confirm: 'SÍ', reschedule: 'OTRA FECHA', cancel: 'NO' },
  },
  fr: {
    greeting: 'Bonjour $name,',
    confirmedSubject: '$entity : présence confirmée, $when',
    confirmed: 'Vous avez confirmé. Nous vous attendons.',
    showAtDesk: 'Montrez ce code à l’accueil :',
    changeOfMind: 'Si finalement vous ne pouvez pas venir, merci de nous prévenir ici :',
    callToChange: 'Si vous devez changer ce rendez-vous, merci de nous appeler.',
    shortCallToChange: 'Pour changer, merci de nous appeler. Détails : $link',
    detail: '$label : $value',
    movedSubject: '$entity : nouvelle date, $when',
    newTime: 'Nouvelle date : $when',
    oldTime: 'Ancienne date : $oldWhen',
    movedText: '$entity : nouvelle date $shortWhen, au lieu de $shortOldWhen.',
    withdrawnSubject: '$entity : rendez-vous annulé, $when',
    withdrawnText: "$entity : nous avons annulé votre rendez-vous, $shortWhen. Vous n'avez rien à faire.",
    optOut: 'Pour ne plus recevoir de messages de notre part à cette adresse :',
    acknowledgements: {
      confirmed: "$entity : présence confirmée, $shortWhen. Votre code QR pour l'accueil : $link",
      rescheduling:
        '$entity : vous avez demandé une autre date que $shortWhen. Nous vous contacterons. Quand préférez-vous ? $link',
      cancelled: '$entity : vous avez dit ne pas pouvoir venir, $shortWhen. Merci de nous avoir prévenus.',
    },
    confirmedWithDetails: '$entity : présence confirmée, $shortWhen. À savoir avant de venir, et votre code QR : $link',
    question: '$answer pour quel rendez-vous ? $choices. Merci de répondre par le numéro.',
    answers: { confirm: 'OUI', reschedule: 'AUTRE DATE', cancel: 'NON' },
  },
}
