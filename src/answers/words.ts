import type { Language } from '../languages.ts'
import type { State } from '../notifications/state.ts'

interface Advice {
  fault: string
  advice: string
}

/** The texts of the answer page. French requires a non-breaking space before `?` and `:`. */
interface PageWords {
  states: Record<Exclude<State, 'imported'> | 'closed', string>
  unknown: Advice
  notTaken: Advice
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
      confirmed: 'You have confirmed. We look forward to seeing you.',
      rescheduling: 'You have asked for another time. We will get in touch with you.',
      cancelled: 'You have cancelled your appointment. Thank you for telling us.',
      arrived: 'You have arrived. Welcome.',
      superseded: 'There is a newer notice about this. Please use the link in that one.',
      withdrawn: 'This notice has been withdrawn. You need not do anything.',
      closed: 'It is too late to answer here. Please call us.',
    },
    unknown: { fault: 'We do not know this link', advice: 'Please check that it is complete.' },
    notTaken: { fault: 'Your answer was not taken', advice: 'Please open the link again and answer there.' },
    confirm: 'Yes, I will come',
    reschedule: 'I need another time',
    cancel: 'I cannot come',
    wish: 'When would suit you? (optional)',
    askForAnotherTime: 'Ask for another time',
    reallyCancel: 'Yes, cancel the appointment',
    yourWish: 'Your message:',
    qrCode: 'QR code for check-in',
    showAtDesk: 'Show this code at the front desk.',
    savePicture: 'Save as a picture',
    saveCalendar: 'Add to your calendar',
    timeZone: 'Time zone:',
  },
  pt: {
    states: {
      open: 'Vai comparecer? Agradecemos a sua resposta.',
      confirmed: 'Confirmou a sua presença. Ficamos à sua espera.',
      rescheduling: 'Pediu outra data. Entraremos em contacto consigo.',
      cancelled: 'Cancelou a sua marcação. Obrigado por nos avisar.',
      arrived: 'Registámos a sua chegada. Damos-lhe as boas-vindas.',
      superseded: 'Existe um aviso mais recente. Por favor, use a ligação indicada nesse aviso.',
      withdrawn: 'Este aviso foi anulado. Não precisa de fazer nada.',
      closed: 'Já não é possível responder aqui. Por favor, contacte-nos por telefone.',
    },
    unknown: { fault: 'Não reconhecemos esta ligação', advice: 'Por favor, verifique se está completa.' },
    notTaken: {
      fault: 'A sua resposta não foi registada',
      advice: 'Por favor, abra de novo a ligação e responda aí.',
    },
    confirm: 'Sim, vou comparecer',
    reschedule: 'Preciso de outra data',
    cancel: 'Não posso comparecer',
    wish: 'Quando lhe seria conveniente? (opcional)',
    askForAnotherTime: 'Pedir outra data',
    reallyCancel: 'Sim, cancelar a marcação',
    yourWish: 'A sua mensagem:',
    qrCode: 'Código QR para o registo de chegada',
    showAtDesk: 'Mostre este código na receção.',
    savePicture: 'Guardar como imagem',
    saveCalendar: 'Adicionar ao calendário',
    timeZone: 'Fuso horário:',
  },
  es: {
    states: {
      open: '¿Va a asistir? Por favor, responda.',
      confirmed: 'Ha confirmado su asistencia. Le esperamos.',
      rescheduling: 'Ha pedido otra fecha. Nos pondremos en contacto con usted.',
      cancelled: 'Ha cancelado su cita. Gracias por avisarnos.',
      arrived: 'Hemos registrado su llegada. Le damos la bienvenida.',
      superseded: 'Hay un aviso más reciente. Por favor, utilice el enlace de ese aviso.',
      withdrawn: 'Hemos anulado este aviso. No tiene que hacer nada.',
      closed: 'Ya no es posible responder aquí. Por favor, llámenos.',
    },
    unknown: { fault: 'No reconocemos este enlace', advice: 'Por favor, compruebe que esté completo.' },
    notTaken: {
      fault: 'No se ha registrado su respuesta',
      advice: 'Por favor, abra de nuevo el enlace y responda allí.',
    },
    confirm: 'Sí, asistiré',
    reschedule: 'Necesito otra fecha',
    cancel: 'No puedo asistir',
    wish: '¿Cuándo le vendría bien? (opcional)',
    askForAnotherTime: 'Pedir otra fecha',
    reallyCancel: 'Sí, cancelar la cita',
    yourWish: 'Su mensaje:',
    qrCode: 'Código QR para registrar la llegada',
    showAtDesk: 'Muestre este código en recepción.',
    savePicture: 'Guardar como imagen',
    saveCalendar: 'Añadir al calendario',
    timeZone: 'Zona horaria:',
  },
  fr: {
    states: {
      open: 'Viendrez-vous\u00a0? Merci de nous répondre.',
      confirmed: 'Vous avez confirmé votre venue. Nous vous attendons.',
      rescheduling: 'Vous avez demandé une autre date. Nous vous contacterons.',
      cancelled: 'Vous avez annulé votre rendez-vous. Merci de nous avoir prévenus.',
      arrived: 'Votre arrivée est enregistrée. Bienvenue.',
      superseded: 'Il existe un avis plus récent. Merci d’utiliser le lien qu’il contient.',
      withdrawn: 'Cet avis a été annulé. Vous n’avez rien à faire.',
      closed: 'Il n’est plus possible de répondre ici. Merci de nous appeler.',
    },
    unknown: { fault: 'Nous ne reconnaissons pas ce lien', advice: 'Merci de vérifier qu’il est complet.' },
    notTaken: {
      fault: 'Votre réponse n’a pas été enregistrée',
      advice: 'Merci de rouvrir le lien et de répondre à nouveau.',
    },
    confirm: 'Oui, je viendrai',
    reschedule: 'J’ai besoin d’une autre date',
    cancel: 'Je ne peux pas venir',
    wish: 'Quand seriez-vous disponible\u00a0? (facultatif)',
    askForAnotherTime: 'Demander une autre date',
    reallyCancel: 'Oui, annuler le rendez-vous',
    yourWish: 'Votre message\u00a0:',
    qrCode: 'Code QR à présenter à l’accueil',
    showAtDesk: 'Présentez ce code à l’accueil.',
    savePicture: 'Enregistrer comme image',
    saveCalendar: 'Ajouter à l’agenda',
    timeZone: 'Fuseau horaire\u00a0:',
  },
}
