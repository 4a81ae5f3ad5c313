import type { Acknowledged } from '../delivery/kind.ts'
import type { Language } from '../languages.ts'
import type { AnswerName } from '../notifications/answer-name.ts'

/** The texts of messages. `fill` replaces each `$name`. */
interface MessageWords {
  greeting: string
  invitation: string
  closing: string
  confirmedSubject: string
  confirmed: string
  showAtDesk: string
  changeOfMind: string
  short: string
  shortWithReplies: string
  acknowledgements: Record<Acknowledged, string>
  question: string
  answers: Record<AnswerName, string>
}

export const words: Record<Language, MessageWords> = {
  en: {
    greeting: 'Dear $name,',
    invitation: 'Please confirm, ask for another time or cancel here:',
    closing: 'You receive this because of your appointment with us.',
    confirmedSubject: '$entity: confirmed, $day $time',
    confirmed: 'You have confirmed. We are looking forward to seeing you.',
    showAtDesk: 'Show this code at the front desk:',
    changeOfMind: 'If you cannot come after all, please tell us here:',
    short: '$entity: $shortDay $time. Confirm, change or cancel: $link',
    shortWithReplies: '$entity: $shortDay $time. Reply YES, NO or OTHER TIME, or open $link',
    acknowledgements: {
      confirmed: '$entity: confirmed, $shortDay $time. Your QR code for the front desk: $link',
      rescheduling:
        '$entity: you asked for another time than $shortDay $time. We will get in touch. When suits you? $link',
      cancelled: '$entity: you cannot come, $shortDay $time. Thank you for telling us.',
    },
    question: '$answer to which one? $choices. Please reply with the number.',
    answers: { confirm: 'YES', reschedule: 'OTHER TIME', cancel: 'NO' },
  },
  pt: {
    greeting: 'Olá, $name,',
    invitation: 'Por favor, confirme, peça outra data ou cancele aqui:',
    closing: 'Recebe esta mensagem por causa da sua marcação connosco.',
    confirmedSubject: '$entity: confirmado, $day $time',
    confirmed: 'Confirmou a sua presença. Esperamos por si.',
    showAtDesk: 'Mostre este código na receção:',
    changeOfMind: 'Se afinal não puder vir, por favor, avise-nos aqui:',
    short: '$entity: $shortDay $time. Confirme, altere ou cancele: $link',
    shortWithReplies: '$entity: $shortDay $time. Responda SIM, NÃO ou OUTRA DATA, ou abra $link',
    acknowledgements: {
      confirmed: '$entity: confirmado, $shortDay $time. O seu código QR para a receção: $link',
      rescheduling:
        '$entity: pediu outra data em vez de $shortDay $time. Entraremos em contacto. Quando prefere? $link',
      cancelled: '$entity: não pode vir, $shortDay $time. Obrigado por nos avisar.',
    },
    question: '$answer para qual? $choices. Por favor, responda com o número.',
    answers: { confirm: 'SIM', reschedule: 'OUTRA DATA', cancel: 'NÃO' },
  },
  es: {
    greeting: 'Hola, $name:',
    invitation: 'Por favor, confirme, pida otra fecha o cancele aquí:',
    closing: 'Recibe este mensaje por su cita con nosotros.',
    confirmedSubject: '$entity: confirmado, $day $time',
    confirmed: 'Ha confirmado. Le esperamos.',
    showAtDesk: 'Muestre este código en la recepción:',
    changeOfMind: 'Si al final no puede venir, por favor, avísenos aquí:',
    short: '$entity: $shortDay $time. Confirme, cambie o cancele: $link',
    shortWithReplies: '$entity: $shortDay $time. Responda SÍ, NO u OTRA FECHA, o abra $link',
    acknowledgements: {
      confirmed: '$entity: confirmado, $shortDay $time. Su código QR para la recepción: $link',
      rescheduling:
        '$entity: ha pedido otra fecha en vez de $shortDay $time. Le contactaremos. ¿Cuándo prefiere? $link',
      cancelled: '$entity: no puede venir, $shortDay $time. Gracias por avisarnos.',
    },
    question: '¿$answer a cuál? $choices. Por favor, responda con su número.',
    answers: { confirm: 'SÍ', reschedule: 'OTRA FECHA', cancel: 'NO' },
  },
  fr: {
    greeting: 'Bonjour $name,',
    invitation: 'Merci de confirmer, de demander une autre date ou d’annuler ici :',
    closing: 'Vous recevez ce message pour votre rendez-vous chez nous.',
    confirmedSubject: '$entity : confirmé, $day $time',
    confirmed: 'Vous avez confirmé. Nous vous attendons.',
    showAtDesk: 'Montrez ce code à l’accueil :',
    changeOfMind: 'Si finalement vous ne pouvez pas venir, merci de nous prévenir ici :',
    short: '$entity : $shortDay $time. Confirmer, changer ou annuler : $link',
    shortWithReplies: '$entity : $shortDay $time. Répondez OUI, NON ou AUTRE DATE, ou ouvrez $link',
    acknowledgements: {
      confirmed: "$entity : confirmé, $shortDay $time. Votre QR code pour l'accueil : $link",
      rescheduling:
        '$entity : vous avez demandé une autre date que $shortDay $time. Nous vous contacterons. Quand préférez-vous ? $link',
      cancelled: '$entity : vous ne pouvez pas venir, $shortDay $time. Merci de nous avoir prévenus.',
    },
    question: '$answer pour lequel ? $choices. Merci de répondre par son numéro.',
    answers: { confirm: 'OUI', reschedule: 'AUTRE DATE', cancel: 'NON' },
  },
}
