import type { Acknowledged } from '../delivery/kind.ts'
import type { Language } from '../languages.ts'
import type { AnswerName } from '../notifications/answer-name.ts'

/** Texts of the same meaning. The first one that needs the fewest segments is sent. */
type Alternatives = readonly string[]

/** The texts of messages. `fill` replaces each `$name`. */
interface MessageWords {
  greeting: string
  /** Subjects begin with the action: lists cut them, and show the clinic as the sender. */
  noticeSubject: string
  noticeTitle: string
  /** For a notice that asks for no answer, because the service takes none any more. */
  closedSubject: string
  closedTitle: string
  when: string
  /** The button that leads to the answer page. */
  answer: string
  confirmedSubject: string
  confirmed: string
  showAtDesk: string
  qrCode: string
  changeOfMind: string
  /** The button of a mail about a confirmed visit. */
  changeAnswer: string
  /** Takes the place of the invitation when the service takes no answer any more, if the clinic has a number. */
  callToChange: string
  shortCallToChange: Alternatives
  /** Takes the place of the invitation if the clinic has no number. */
  tooLate: string
  seeDetails: string
  detail: string
  movedSubject: string
  movedClosedSubject: string
  newTime: string
  oldTime: string
  movedText: Alternatives
  withdrawnSubject: string
  withdrawnText: string
  optOut: string
  optOutLabel: string
  /** Follows the invitation to reply by text message. */
  stop: string
  acknowledgements: Record<Acknowledged, Alternatives>
  /** The acknowledgement of a confirmation, if the plugin shows details with it. */
  confirmedWithDetails: Alternatives
  question: string
  answers: Record<AnswerName, string>
}

export const words: Record<Language, MessageWords> = {
  en: {
    greeting: 'Dear $name,',
    noticeSubject: 'Please confirm: $when ($entity)',
    noticeTitle: 'Will you come? Please answer.',
    closedSubject: 'Your appointment: $when ($entity)',
    closedTitle: 'You have an appointment with us.',
    when: 'When',
    answer: 'Answer',
    confirmedSubject: 'Confirmed: $when ($entity)',
    confirmed: 'You have confirmed. We are looking forward to seeing you.',
    showAtDesk: 'Show this code at the front desk:',
    qrCode: 'QR code for the front desk',
    changeOfMind: 'If you cannot come after all, please tell us here:',
    changeAnswer: 'Change the answer',
    callToChange: 'If you need to change this, please call us:',
    shortCallToChange: ['To change this, please call $phone. Details: $link', 'Changes: $phone. $link'],
    tooLate: 'It is too late to change this online.',
    seeDetails: 'Details: $link',
    detail: '$label: $value',
    movedSubject: 'New time, please confirm: $when ($entity)',
    movedClosedSubject: 'New time: $when ($entity)',
    newTime: 'New time',
    oldTime: 'Old time',
    movedText: [
      '$entity: new time $shortWhen, instead of $shortOldWhen.',
      '$entity: moved from $shortOldWhen to $shortWhen.',
      '$entity: moved to $shortWhen.',
    ],
    withdrawnSubject: 'Cancelled: $when ($entity)',
    withdrawnText: '$entity: we have cancelled your appointment, $shortWhen. You do not need to do anything.',
    optOut: 'To stop messages from us to this address:',
    optOutLabel: 'Stop messages to this address',
    stop: 'STOP = no more texts',
    acknowledgements: {
      confirmed: ['$entity: confirmed, $shortWhen. Your QR code for the front desk: $link'],
      rescheduling: [
        '$entity: you asked for another time than $shortWhen. We will get in touch. When suits you? $link',
        '$entity: you asked for another time than $shortWhen. When suits you? $link',
      ],
      cancelled: ['$entity: you told us that you cannot come, $shortWhen. Thank you for telling us.'],
    },
    confirmedWithDetails: [
      '$entity: confirmed, $shortWhen. What to know before you come, and your QR code: $link',
      '$entity: confirmed, $shortWhen. Details and QR code: $link',
    ],
    question: '$answer to which one? $choices. Please reply with the number.',
    answers: { confirm: 'YES', reschedule: 'OTHER TIME', cancel: 'NO' },
  },
  pt: {
    greeting: 'Olá, $name,',
    noticeSubject: 'Por favor, confirme: $when ($entity)',
    noticeTitle: 'Vai comparecer? Agradecemos a sua resposta.',
    closedSubject: 'A sua marcação: $when ($entity)',
    closedTitle: 'Tem uma marcação connosco.',
    when: 'Quando',
    answer: 'Responder',
    confirmedSubject: 'Presença confirmada: $when ($entity)',
    confirmed: 'Confirmou a sua presença. Esperamos por si.',
    showAtDesk: 'Mostre este código na receção:',
    qrCode: 'Código QR para a receção',
    changeOfMind: 'Se afinal não puder vir, por favor, avise-nos aqui:',
    changeAnswer: 'Alterar a resposta',
    callToChange: 'Se precisar de alterar a marcação, por favor, telefone-nos:',
    shortCallToChange: ['Para alterar, por favor, ligue $phone. Detalhes: $link', 'Alterações: $phone. $link'],
    tooLate: 'Já não é possível alterar a marcação online.',
    seeDetails: 'Detalhes: $link',
    detail: '$label: $value',
    movedSubject: 'Nova data, por favor, confirme: $when ($entity)',
    movedClosedSubject: 'Nova data: $when ($entity)',
    newTime: 'Nova data',
    oldTime: 'Data anterior',
    movedText: [
      '$entity: nova data $shortWhen, em vez de $shortOldWhen.',
      '$entity: mudou de $shortOldWhen para $shortWhen.',
      '$entity: nova data $shortWhen.',
    ],
    withdrawnSubject: 'Marcação cancelada: $when ($entity)',
    withdrawnText: '$entity: cancelámos a sua marcação, $shortWhen. Não precisa de fazer nada.',
    optOut: 'Para não receber mais mensagens nossas neste endereço:',
    optOutLabel: 'Deixar de receber mensagens neste endereço',
    stop: 'STOP = não receber mais',
    acknowledgements: {
      confirmed: ['$entity: presença confirmada, $shortWhen. O seu código QR para a receção: $link'],
      rescheduling: [
        '$entity: pediu outra data em vez de $shortWhen. Entraremos em contacto. Quando prefere? $link',
        '$entity: pediu outra data em vez de $shortWhen. Quando prefere? $link',
      ],
      cancelled: ['$entity: disse que não pode vir, $shortWhen. Agradecemos o aviso.'],
    },
    confirmedWithDetails: [
      '$entity: presença confirmada, $shortWhen. O que saber antes de vir, e o seu código QR: $link',
      '$entity: confirmada, $shortWhen. Informações e código QR: $link',
    ],
    question: '$answer para qual? $choices. Por favor, responda com o número.',
    answers: { confirm: 'SIM', reschedule: 'OUTRA DATA', cancel: 'NÃO' },
  },
  es: {
    greeting: 'Hola, $name:',
    noticeSubject: 'Por favor, confirme: $when ($entity)',
    noticeTitle: '¿Va a asistir? Por favor, responda.',
    closedSubject: 'Su cita: $when ($entity)',
    closedTitle: 'Tiene una cita con nosotros.',
    when: 'Cuándo',
    answer: 'Responder',
    confirmedSubject: 'Asistencia confirmada: $when ($entity)',
    confirmed: 'Ha confirmado. Le esperamos.',
    showAtDesk: 'Muestre este código en la recepción:',
    qrCode: 'Código QR para la recepción',
    changeOfMind: 'Si al final no puede venir, por favor, avísenos aquí:',
    changeAnswer: 'Cambiar la respuesta',
    callToChange: 'Si necesita cambiar la cita, por favor, llámenos:',
    shortCallToChange: [
      'Para cambiar la cita, por favor, llame al $phone. Detalles: $link',
      'Para cambiar la cita, llame al $phone. Detalles: $link',
      'Cambios: $phone. $link',
    ],
    tooLate: 'Ya no es posible cambiar la cita en línea.',
    seeDetails: 'Detalles: $link',
    detail: '$label: $value',
    movedSubject: 'Nueva fecha, por favor, confirme: $when ($entity)',
    movedClosedSubject: 'Nueva fecha: $when ($entity)',
    newTime: 'Nueva fecha',
    oldTime: 'Fecha anterior',
    movedText: [
      '$entity: nueva fecha $shortWhen, en vez de $shortOldWhen.',
      '$entity: cambia de $shortOldWhen a $shortWhen.',
      '$entity: cambia a $shortWhen.',
    ],
    withdrawnSubject: 'Cita cancelada: $when ($entity)',
    withdrawnText: '$entity: hemos cancelado su cita, $shortWhen. No tiene que hacer nada.',
    optOut: 'Para no recibir más mensajes nuestros en esta dirección:',
    optOutLabel: 'Dejar de recibir mensajes en esta dirección',
    stop: 'STOP = no recibir más',
    acknowledgements: {
      confirmed: ['$entity: asistencia confirmada, $shortWhen. Su código QR para la recepción: $link'],
      rescheduling: [
        '$entity: ha pedido otra fecha en vez de $shortWhen. Le contactaremos. ¿Cuándo prefiere? $link',
        '$entity: ha pedido otra fecha en vez de $shortWhen. ¿Cuándo prefiere? $link',
      ],
      cancelled: ['$entity: ha dicho que no puede venir, $shortWhen. Gracias por avisarnos.'],
    },
    confirmedWithDetails: [
      '$entity: asistencia confirmada, $shortWhen. Qué saber antes de venir, y su código QR: $link',
      '$entity: confirmada, $shortWhen. Información y código QR: $link',
    ],
    question: '¿$answer a cuál? $choices. Por favor, responda con el número.',
    answers: { confirm: 'SÍ', reschedule: 'OTRA FECHA', cancel: 'NO' },
  },
  fr: {
    greeting: 'Bonjour $name,',
    noticeSubject: 'Merci de confirmer : $when ($entity)',
    noticeTitle: 'Viendrez-vous\u00a0? Merci de nous répondre.',
    closedSubject: 'Votre rendez-vous : $when ($entity)',
    closedTitle: 'Vous avez un rendez-vous chez nous.',
    when: 'Quand',
    answer: 'Répondre',
    confirmedSubject: 'Présence confirmée : $when ($entity)',
    confirmed: 'Vous avez confirmé. Nous vous attendons.',
    showAtDesk: 'Montrez ce code à l’accueil :',
    qrCode: 'Code QR pour l’accueil',
    changeOfMind: 'Si finalement vous ne pouvez pas venir, merci de nous prévenir ici :',
    changeAnswer: 'Modifier la réponse',
    callToChange: 'Si vous devez changer ce rendez-vous, merci de nous appeler\u00a0:',
    shortCallToChange: ['Pour changer, merci d’appeler le $phone. Détails : $link', 'Changements : $phone. $link'],
    tooLate: 'Il n’est plus possible de modifier ce rendez-vous en ligne.',
    seeDetails: 'Détails : $link',
    detail: '$label : $value',
    movedSubject: 'Nouvelle date, merci de confirmer : $when ($entity)',
    movedClosedSubject: 'Nouvelle date : $when ($entity)',
    newTime: 'Nouvelle date',
    oldTime: 'Ancienne date',
    movedText: [
      '$entity : nouvelle date $shortWhen, au lieu de $shortOldWhen.',
      '$entity : déplacé du $shortOldWhen au $shortWhen.',
      '$entity : déplacé au $shortWhen.',
    ],
    withdrawnSubject: 'Rendez-vous annulé : $when ($entity)',
    withdrawnText: "$entity : nous avons annulé votre rendez-vous, $shortWhen. Vous n'avez rien à faire.",
    optOut: 'Pour ne plus recevoir de messages de notre part à cette adresse :',
    optOutLabel: 'Ne plus recevoir de messages à cette adresse',
    stop: 'STOP = ne plus recevoir',
    acknowledgements: {
      confirmed: ["$entity : présence confirmée, $shortWhen. Votre code QR pour l'accueil : $link"],
      rescheduling: [
        '$entity : vous avez demandé une autre date que $shortWhen. Nous vous contacterons. Quand préférez-vous ? $link',
        '$entity : vous avez demandé une autre date que $shortWhen. Quand préférez-vous ? $link',
      ],
      cancelled: ['$entity : vous avez dit ne pas pouvoir venir, $shortWhen. Merci de nous avoir prévenus.'],
    },
    confirmedWithDetails: [
      '$entity : présence confirmée, $shortWhen. À savoir avant de venir, et votre code QR : $link',
      '$entity : confirmé, $shortWhen. Infos et code QR : $link',
    ],
    question: '$answer pour quel rendez-vous ? $choices. Merci de répondre par le numéro.',
    answers: { confirm: 'OUI', reschedule: 'AUTRE DATE', cancel: 'NON' },
  },
}
