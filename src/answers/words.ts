import type { Language } from '../languages.ts'
import type { State } from '../notifications/state.ts'

/** What the answer page says. */
interface PageWords {
  /** How it stands, in the states that the page knows. */
  states: Record<Exclude<State, 'imported'> | 'closed', string>
  unknown: string
  notTaken: string
  confirm: string
  reschedule: string
  cancel: string
  wish: string
  askForAnotherTime: string
  reallyCancel: string
  yourWish: string
  qrCode: string
  showAtDesk: string
  savePicture: string
  saveCalendar: string
  timeZone: string
}

export const words: Record<Language, PageWords> = {
  en: {
    states: {
      open: 'Will you come? Please answer.',
      confirmed: 'You have confirmed. We are looking forward to seeing you.',
      rescheduling: 'You have asked for another time. We will get in touch with you.',
      cancelled: 'You have cancelled. Thank you for telling us.',
      arrived: 'You have arrived. Welcome.',
      superseded: 'There is a newer notice about this. Please use the link in that one.',
      withdrawn: 'This notice has been withdrawn. You need not do anything.',
      closed: 'It is too late to answer here. Please call us.',
    },
    unknown: 'This link is not known. Please check that it is complete.',
    notTaken: 'Your answer was not taken. Please open the link again and answer there.',
    confirm: 'Yes, I will come',
    reschedule: 'I need another time',
    cancel: 'I cannot come',
    wish: 'When would suit you? (optional)',
    askForAnotherTime: 'Ask for another time',
    reallyCancel: 'Cancel it',
    yourWish: 'You wrote:',
    qrCode: 'QR code for check-in',
    showAtDesk: 'Show this code at the front desk.',
    savePicture: 'Save as a picture',
    saveCalendar: 'Save to the calendar',
    timeZone: 'Time zone:',
  },
  pt: {
    states: {
      open: 'Vai comparecer? Por favor, responda.',
      confirmed: 'Confirmou a sua presença. Esperamos por si.',
      rescheduling: 'Pediu outra data. Entraremos em contacto consigo.',
      cancelled: 'Cancelou. Obrigado por avisar.',
      arrived: 'A sua chegada está registada. Seja bem-vindo.',
      superseded: 'Existe um aviso mais recente. Por favor, use a ligação desse aviso.',
      withdrawn: 'Este aviso foi anulado. Não precisa de fazer nada.',
      closed: 'Já não é possível responder aqui. Por favor, telefone-nos.',
    },
    unknown: 'Esta ligação não é conhecida. Por favor, verifique se está completa.',
    notTaken: 'A sua resposta não foi registada. Por favor, abra de novo a ligação e responda.',
    confirm: 'Sim, vou comparecer',
    reschedule: 'Preciso de outra data',
    cancel: 'Não posso ir',
    wish: 'Quando lhe convém? (opcional)',
    askForAnotherTime: 'Pedir outra data',
    reallyCancel: 'Cancelar',
    yourWish: 'Escreveu:',
    qrCode: 'Código QR para a chegada',
    showAtDesk: 'Mostre este código na receção.',
    savePicture: 'Guardar como imagem',
    saveCalendar: 'Guardar no calendário',
    timeZone: 'Fuso horário:',
  },
  es: {
    states: {
      open: '¿Va a venir? Por favor, responda.',
      confirmed: 'Ha confirmado. Le esperamos.',
      rescheduling: 'Ha pedido otra fecha. Nos pondremos en contacto con usted.',
      cancelled: 'Ha cancelado. Gracias por avisar.',
      arrived: 'Su llegada está registrada. Bienvenido.',
      superseded: 'Hay un aviso más reciente. Por favor, use el enlace de ese aviso.',
      withdrawn: 'Este aviso se ha anulado. No tiene que hacer nada.',
      closed: 'Ya no se puede responder aquí. Por favor, llámenos.',
    },
    unknown: 'Este enlace no se conoce. Por favor, compruebe que esté completo.',
    notTaken: 'Su respuesta no se ha registrado. Por favor, abra de nuevo el enlace y responda.',
    confirm: 'Sí, voy a venir',
    reschedule: 'Necesito otra fecha',
    cancel: 'No puedo ir',
    wish: '¿Cuándo le conviene? (opcional)',
    askForAnotherTime: 'Pedir otra fecha',
    reallyCancel: 'Cancelar',
    yourWish: 'Ha escrito:',
    qrCode: 'Código QR para la llegada',
    showAtDesk: 'Muestre este código en la recepción.',
    savePicture: 'Guardar como imagen',
    saveCalendar: 'Guardar en el calendario',
    timeZone: 'Zona horaria:',
  },
  fr: {
    states: {
      open: 'Viendrez-vous ? Merci de répondre.',
      confirmed: 'Vous avez confirmé. Nous vous attendons.',
      rescheduling: 'Vous avez demandé une autre date. Nous vous contacterons.',
      cancelled: 'Vous avez annulé. Merci de nous avoir prévenus.',
      arrived: 'Votre arrivée est enregistrée. Bienvenue.',
      superseded: 'Il existe un avis plus récent. Merci d’utiliser le lien de celui-ci.',
      withdrawn: 'Cet avis a été retiré. Vous n’avez rien à faire.',
      closed: 'Il n’est plus possible de répondre ici. Merci de nous appeler.',
    },
    unknown: 'Ce lien n’est pas connu. Merci de vérifier qu’il est complet.',
    notTaken: 'Votre réponse n’a pas été enregistrée. Merci de rouvrir le lien et de répondre.',
    confirm: 'Oui, je viendrai',
    reschedule: 'Il me faut une autre date',
    cancel: 'Je ne peux pas venir',
    wish: 'Quand cela vous conviendrait-il ? (facultatif)',
    askForAnotherTime: 'Demander une autre date',
    reallyCancel: 'Annuler',
    yourWish: 'Vous avez écrit :',
    qrCode: 'Code QR pour l’arrivée',
    showAtDesk: 'Montrez ce code à l’accueil.',
    savePicture: 'Enregistrer comme image',
    saveCalendar: 'Enregistrer dans l’agenda',
    timeZone: 'Fuseau horaire :',
  },
}
