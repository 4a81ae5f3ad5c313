import type { Acknowledged } from '../delivery/kind.ts'
import type { Dialect } from '../languages/contact-locale.ts'
import type { AnswerName } from '../plugins/answer-name.ts'

/** Texts of the same meaning. The first one that needs the fewest segments is sent. */
type Alternatives = readonly string[]

/** The texts of messages. `fill` replaces each `$word`:
 *  - `$who`: the contact's name with a comma, or nothing; `$parties`: the contact's name and the clinic;
 *  - `$thing`: the plugin's word for the visit, in lower case; `$yours`: the same as the contact's own;
 *  - `$when`, `$oldWhen`: the time and the earlier one; `$shortWhen`, `$shortOldWhen`: in short;
 *  - `$days`: without the hours of a campaign; `$oldDates`: also without weekdays. */
interface MessageWords {
  greeting: string
  greetingWithoutName: string
  /** Between the start and the end of a campaign, in texts. */
  to: string
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
  noticeText: Alternatives
  movedText: Alternatives
  withdrawnSubject: string
  withdrawnText: Alternatives
  optOut: string
  optOutLabel: string
  /** Follows the invitation to reply by text message. */
  stop: Alternatives
  acknowledgements: Record<Acknowledged, Alternatives>
  /** The acknowledgement of a confirmation, if the plugin shows details with it. */
  confirmedWithDetails: Alternatives
  /** Answers a text such as CANCEL, which can mean either. Names nobody: it can be about several visits. */
  cancelOrStop: Alternatives
  question: string
  answers: Record<AnswerName, string>
}

const en: MessageWords = {
  greeting: 'Dear $name,',
  greetingWithoutName: 'Hello,',
  to: 'to',
  noticeSubject: 'Please confirm: $when ($parties)',
  noticeTitle: 'Will you come? Please answer.',
  closedSubject: 'Your appointment: $when ($parties)',
  closedTitle: 'You have an appointment with us.',
  when: 'When',
  answer: 'Answer',
  confirmedSubject: 'Confirmed: $when ($parties)',
  confirmed: 'You have confirmed. We are looking forward to seeing you.',
  showAtDesk: 'Show this code at the front desk:',
  qrCode: 'QR code for the front desk',
  changeOfMind: 'If you cannot come after all, please tell us here:',
  changeAnswer: 'Change the answer',
  callToChange: 'If you need to change this, please call us:',
  shortCallToChange: [
    'To change this, please call $phone. Details: $link',
    'Changes: $phone. $link',
    'Tel. $phone. $link',
  ],
  tooLate: 'It is too late to change this online.',
  seeDetails: 'Details: $link',
  detail: '$label: $value',
  movedSubject: 'New time, please confirm: $when ($parties)',
  movedClosedSubject: 'New time: $when ($parties)',
  newTime: 'New time',
  oldTime: 'Old time',
  noticeText: ['$entity: $who $thing $shortWhen.'],
  movedText: [
    '$entity: $who new time for $yours: $shortWhen, instead of $shortOldWhen.',
    '$entity: $who $thing now $shortWhen, not $shortOldWhen.',
    '$entity: $who $thing now $shortWhen, not $oldDates.',
    '$entity: $who $thing $shortWhen, not $oldDates.',
    '$entity: $who $thing now $days, not $oldDates.',
  ],
  withdrawnSubject: 'Cancelled: $when ($parties)',
  withdrawnText: ['$entity: $who we have cancelled $yours, $shortWhen. You do not need to do anything.'],
  optOut: 'To stop messages from us to this address:',
  optOutLabel: 'Stop messages to this address',
  stop: ['STOP = no more texts', 'STOP to end'],
  acknowledgements: {
    confirmed: [
      '$entity: $who confirmed: $thing $shortWhen. Your QR code for the front desk: $link',
      '$entity: $who confirmed: $thing $shortWhen. Your QR code: $link',
    ],
    rescheduling: [
      '$entity: $who you asked for another time for $yours, $shortWhen. We will get in touch. When suits you? $link',
      '$entity: $who you asked for another time for $yours, $shortWhen. When suits you? $link',
      '$entity: $who you asked for a time other than $shortWhen. When suits you? $link',
    ],
    cancelled: ['$entity: $who you told us that you cannot come: $thing $shortWhen. Thank you for telling us.'],
  },
  confirmedWithDetails: [
    '$entity: $who confirmed: $thing $shortWhen. What to know before you come, and your QR code: $link',
    '$entity: $who confirmed: $thing $shortWhen. Details and QR code: $link',
    '$entity: $who confirmed: $thing $shortWhen. QR code: $link',
    '$entity: $who confirmed: $thing $days. QR code: $link',
  ],
  cancelOrStop: ['$entity: to cancel your appointment, reply NO. To stop messages, reply STOP.'],
  question: '$answer for which one? $choices. Please reply with the number.',
  answers: { confirm: 'YES', reschedule: 'OTHER TIME', cancel: 'NO' },
}

const pt: MessageWords = {
  greeting: 'Olá, $name,',
  greetingWithoutName: 'Olá,',
  to: 'a',
  noticeSubject: 'Por favor, confirme: $when ($parties)',
  noticeTitle: 'Vai comparecer? Agradecemos a sua resposta.',
  closedSubject: 'A sua marcação: $when ($parties)',
  closedTitle: 'Tem uma marcação connosco.',
  when: 'Quando',
  answer: 'Responder',
  confirmedSubject: 'Presença confirmada: $when ($parties)',
  confirmed: 'Confirmou a sua presença. Esperamos por si.',
  showAtDesk: 'Mostre este código na receção:',
  qrCode: 'Código QR para a receção',
  changeOfMind: 'Se afinal não puder vir, por favor, avise-nos aqui:',
  changeAnswer: 'Alterar a resposta',
  callToChange: 'Se precisar de alterar a marcação, por favor, telefone-nos:',
  shortCallToChange: [
    'Para alterar, por favor, ligue $phone. Detalhes: $link',
    'Alterações: $phone. $link',
    'Tel. $phone. $link',
  ],
  tooLate: 'Já não é possível alterar a marcação online.',
  seeDetails: 'Detalhes: $link',
  detail: '$label: $value',
  movedSubject: 'Nova data, por favor, confirme: $when ($parties)',
  movedClosedSubject: 'Nova data: $when ($parties)',
  newTime: 'Nova data',
  oldTime: 'Data anterior',
  noticeText: ['$entity: $who $thing $shortWhen.'],
  movedText: [
    '$entity: $who nova data para $yours: $shortWhen, em vez de $shortOldWhen.',
    '$entity: $who $thing agora $shortWhen, e não $shortOldWhen.',
    '$entity: $who $thing agora $shortWhen, e não $oldDates.',
    '$entity: $who $thing $shortWhen, e não $oldDates.',
    '$entity: $who $thing agora $days, e não $oldDates.',
  ],
  withdrawnSubject: 'Marcação cancelada: $when ($parties)',
  withdrawnText: ['$entity: $who cancelámos $yours de $shortWhen. Não precisa de fazer nada.'],
  optOut: 'Para não receber mais mensagens nossas neste endereço:',
  optOutLabel: 'Deixar de receber mensagens neste endereço',
  stop: ['STOP = não receber mais', 'STOP = sair'],
  acknowledgements: {
    confirmed: [
      '$entity: $who presença confirmada: $thing $shortWhen. O seu código QR para a receção: $link',
      '$entity: $who presença confirmada: $thing $shortWhen. O seu código QR: $link',
    ],
    rescheduling: [
      '$entity: $who pediu outra data para $yours de $shortWhen. Entraremos em contacto. Quando prefere? $link',
      '$entity: $who pediu outra data para $yours de $shortWhen. Quando prefere? $link',
      '$entity: $who pediu outra data em vez de $shortWhen. Quando prefere? $link',
    ],
    cancelled: ['$entity: $who disse que não pode vir: $thing $shortWhen. Agradecemos o aviso.'],
  },
  confirmedWithDetails: [
    '$entity: $who presença confirmada: $thing $shortWhen. O que deve saber antes de vir e o seu código QR: $link',
    '$entity: $who confirmado: $thing $shortWhen. Informações e código QR: $link',
    '$entity: $who confirmado: $thing $shortWhen. Código QR: $link',
    '$entity: $who confirmado: $thing $days. Código QR: $link',
  ],
  cancelOrStop: ['$entity: para cancelar a marcação, responda NÃO. Para não receber mais mensagens, responda STOP.'],
  question: '$answer para qual? $choices. Por favor, responda com o número.',
  answers: { confirm: 'SIM', reschedule: 'OUTRA DATA', cancel: 'NÃO' },
}

/** What Brazilians say and write otherwise. */
const ptBR: MessageWords = {
  ...pt,
  noticeTitle: 'Você vai comparecer? Por favor, responda.',
  closedSubject: 'Seu agendamento: $when ($parties)',
  closedTitle: 'Você tem um horário agendado conosco.',
  confirmed: 'Você confirmou sua presença. Esperamos por você.',
  showAtDesk: 'Mostre este código na recepção:',
  qrCode: 'Código QR para a recepção',
  changeOfMind: 'Se você não puder vir, por favor, avise-nos aqui:',
  callToChange: 'Se você precisar alterar o agendamento, por favor, ligue para nós:',
  tooLate: 'Não é mais possível alterar o agendamento pela internet.',
  withdrawnSubject: 'Agendamento cancelado: $when ($parties)',
  withdrawnText: ['$entity: $who cancelamos $yours de $shortWhen. Você não precisa fazer nada.'],
  optOut: 'Para não receber mais nossas mensagens neste endereço:',
  acknowledgements: {
    confirmed: [
      '$entity: $who presença confirmada: $thing $shortWhen. Seu código QR para a recepção: $link',
      '$entity: $who presença confirmada: $thing $shortWhen. Seu código QR: $link',
    ],
    rescheduling: [
      '$entity: $who você pediu outra data para $yours de $shortWhen. Entraremos em contato. Quando prefere? $link',
      '$entity: $who você pediu outra data para $yours de $shortWhen. Quando prefere? $link',
      '$entity: $who pediu outra data para $yours de $shortWhen. Quando prefere? $link',
      '$entity: $who pediu outra data em vez de $shortWhen. Quando prefere? $link',
    ],
    cancelled: ['$entity: $who você avisou que não pode vir: $thing $shortWhen. Agradecemos o aviso.'],
  },
  confirmedWithDetails: [
    '$entity: $who presença confirmada: $thing $shortWhen. O que saber antes de vir e seu código QR: $link',
    '$entity: $who confirmado: $thing $shortWhen. Informações e código QR: $link',
    '$entity: $who confirmado: $thing $shortWhen. Código QR: $link',
    '$entity: $who confirmado: $thing $days. Código QR: $link',
  ],
  cancelOrStop: ['$entity: para cancelar o agendamento, responda NÃO. Para não receber mais mensagens, responda STOP.'],
}

const es: MessageWords = {
  greeting: 'Hola, $name:',
  greetingWithoutName: 'Hola:',
  to: 'al',
  noticeSubject: 'Por favor, confirme: $when ($parties)',
  noticeTitle: '¿Va a asistir? Por favor, responda.',
  closedSubject: 'Su cita: $when ($parties)',
  closedTitle: 'Tiene una cita con nosotros.',
  when: 'Cuándo',
  answer: 'Responder',
  confirmedSubject: 'Asistencia confirmada: $when ($parties)',
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
    'Tel. $phone. $link',
  ],
  tooLate: 'Ya no es posible cambiar la cita en línea.',
  seeDetails: 'Detalles: $link',
  detail: '$label: $value',
  movedSubject: 'Nueva fecha, por favor, confirme: $when ($parties)',
  movedClosedSubject: 'Nueva fecha: $when ($parties)',
  newTime: 'Nueva fecha',
  oldTime: 'Fecha anterior',
  noticeText: ['$entity: $who $thing $shortWhen.'],
  movedText: [
    '$entity: $who nueva fecha para $yours: $shortWhen, en vez del $shortOldWhen.',
    '$entity: $who $thing ahora $shortWhen, no $shortOldWhen.',
    '$entity: $who $thing ahora $shortWhen, no $oldDates.',
    '$entity: $who $thing $shortWhen, no $oldDates.',
    '$entity: $who $thing ahora $days, no $oldDates.',
  ],
  withdrawnSubject: 'Cita cancelada: $when ($parties)',
  withdrawnText: ['$entity: $who hemos cancelado $yours del $shortWhen. No tiene que hacer nada.'],
  optOut: 'Para no recibir más mensajes nuestros en esta dirección:',
  optOutLabel: 'Dejar de recibir mensajes en esta dirección',
  stop: ['STOP = no recibir más', 'STOP = baja'],
  acknowledgements: {
    confirmed: [
      '$entity: $who asistencia confirmada: $thing $shortWhen. Su código QR para la recepción: $link',
      '$entity: $who asistencia confirmada: $thing $shortWhen. Su código QR: $link',
    ],
    rescheduling: [
      '$entity: $who ha pedido otra fecha para $yours del $shortWhen. Le contactaremos. ¿Cuándo prefiere? $link',
      '$entity: $who ha pedido otra fecha para $yours del $shortWhen. ¿Cuándo prefiere? $link',
      '$entity: $who ha pedido otra fecha en vez del $shortWhen. ¿Cuándo prefiere? $link',
    ],
    cancelled: ['$entity: $who ha dicho que no puede venir: $thing $shortWhen. Gracias por avisarnos.'],
  },
  confirmedWithDetails: [
    '$entity: $who asistencia confirmada: $thing $shortWhen. Lo que debe saber antes de venir y su código QR: $link',
    '$entity: $who confirmado: $thing $shortWhen. Información y código QR: $link',
    '$entity: $who confirmado: $thing $shortWhen. Código QR: $link',
    '$entity: $who confirmado: $thing $days. Código QR: $link',
  ],
  cancelOrStop: ['$entity: para cancelar la cita, responda NO. Para no recibir más mensajes, responda STOP.'],
  question: '¿$answer para cuál? $choices. Por favor, responda con el número.',
  answers: { confirm: 'SÍ', reschedule: 'OTRA FECHA', cancel: 'NO' },
}

const fr: MessageWords = {
  greeting: 'Bonjour $name,',
  greetingWithoutName: 'Bonjour,',
  to: 'au',
  noticeSubject: 'Merci de confirmer : $when ($parties)',
  noticeTitle: 'Viendrez-vous\u00a0? Merci de nous répondre.',
  closedSubject: 'Votre rendez-vous : $when ($parties)',
  closedTitle: 'Vous avez un rendez-vous chez nous.',
  when: 'Quand',
  answer: 'Répondre',
  confirmedSubject: 'Présence confirmée : $when ($parties)',
  confirmed: 'Vous avez confirmé. Nous vous attendons.',
  showAtDesk: 'Montrez ce code à l’accueil :',
  qrCode: 'Code QR pour l’accueil',
  changeOfMind: 'Si finalement vous ne pouvez pas venir, merci de nous prévenir ici :',
  changeAnswer: 'Modifier la réponse',
  callToChange: 'Si vous devez changer ce rendez-vous, merci de nous appeler\u00a0:',
  shortCallToChange: [
    'Pour changer, merci d’appeler le $phone. Détails : $link',
    'Changements : $phone. $link',
    'Tél. $phone. $link',
  ],
  tooLate: 'Il n’est plus possible de modifier ce rendez-vous en ligne.',
  seeDetails: 'Détails : $link',
  detail: '$label : $value',
  movedSubject: 'Nouvelle date, merci de confirmer : $when ($parties)',
  movedClosedSubject: 'Nouvelle date : $when ($parties)',
  newTime: 'Nouvelle date',
  oldTime: 'Ancienne date',
  noticeText: ['$entity : $who $thing $shortWhen.'],
  movedText: [
    '$entity : $who nouvelle date pour $yours : $shortWhen, au lieu du $shortOldWhen.',
    '$entity : $who $thing désormais $shortWhen, et non $shortOldWhen.',
    '$entity : $who $thing désormais $shortWhen, et non $oldDates.',
    '$entity : $who $thing $shortWhen, non $oldDates.',
    '$entity : $who $thing désormais $days, non $oldDates.',
  ],
  withdrawnSubject: 'Rendez-vous annulé : $when ($parties)',
  withdrawnText: ["$entity : $who nous avons annulé $yours du $shortWhen. Vous n'avez rien à faire."],
  optOut: 'Pour ne plus recevoir de messages de notre part à cette adresse :',
  optOutLabel: 'Ne plus recevoir de messages à cette adresse',
  stop: ['STOP = ne plus recevoir', 'STOP = fin'],
  acknowledgements: {
    confirmed: [
      "$entity : $who présence confirmée : $thing $shortWhen. Votre code QR pour l'accueil : $link",
      '$entity : $who présence confirmée : $thing $shortWhen. Votre code QR : $link',
    ],
    rescheduling: [
      '$entity : $who vous avez demandé une autre date pour $yours du $shortWhen. Nous vous contacterons. Quand préférez-vous ? $link',
      '$entity : $who vous avez demandé une autre date pour $yours du $shortWhen. Quand préférez-vous ? $link',
      '$entity : $who vous avez demandé une autre date que le $shortWhen. Quand préférez-vous ? $link',
      '$entity : $who une autre date que le $shortWhen ? Quand préférez-vous ? $link',
    ],
    cancelled: ['$entity : $who vous avez dit ne pas pouvoir venir : $thing $shortWhen. Merci de nous avoir prévenus.'],
  },
  confirmedWithDetails: [
    '$entity : $who présence confirmée : $thing $shortWhen. À savoir avant de venir, et votre code QR : $link',
    '$entity : $who confirmé : $thing $shortWhen. Infos et code QR : $link',
    '$entity : $who confirmé : $thing $shortWhen. Code QR : $link',
    '$entity : $who confirmé : $thing $days. Code QR : $link',
  ],
  cancelOrStop: [
    '$entity : pour annuler le rendez-vous, répondez NON. Pour ne plus recevoir de messages, répondez STOP.',
  ],
  question: '$answer pour quel rendez-vous ? $choices. Merci de répondre par le numéro.',
  answers: { confirm: 'OUI', reschedule: 'AUTRE DATE', cancel: 'NON' },
}

export const words: Record<Dialect, MessageWords> = { en, pt, 'pt-BR': ptBR, es, fr }
