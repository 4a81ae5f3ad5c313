import type { Language } from '../languages.ts'
import type { State } from '../notifications/state.ts'

interface Advice {
  title: string
  advice: string
}

/** The texts of the answer page. French requires a non-breaking space before `?` and `:`. */
interface PageWords {
  states: Record<Exclude<State, 'imported'> | 'closed' | 'moved' | 'past', string>
  unknown: Advice
  /** The clinic has removed the address from the visit. */
  ended: Advice
  notTaken: Advice
  over: Advice
  notMe: Advice & Record<'offer' | 'effect' | 'button', string>
  optOut: Record<'offer' | 'question' | 'effect' | 'button' | 'done' | 'doneEffect' | 'lift' | 'back', string>
  changesClosed: string
  /** Precedes the telephone number. */
  call: string
  /** For a clinic without a telephone number. */
  askClinic: string
  /** By the state before. */
  confirmAgain: Record<'cancelled' | 'rescheduling', Record<'offer' | 'effect' | 'button', string>>
  /** Before the start and the end of a campaign. */
  from: string
  until: string
  oldTime: string
  newTime: string
  newerNotice: string
  confirm: string
  reschedule: string
  changeWish: string
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
  language: string
}

export const words: Record<Language, PageWords> = {
  en: {
    states: {
      open: 'Will you come? Please answer.',
      confirmed: 'You have confirmed. We look forward to seeing you.',
      rescheduling: 'You have asked for another time. We will get in touch with you.',
      cancelled: 'You have cancelled your appointment. The clinic has been notified.',
      arrived: 'You have arrived. Welcome.',
      superseded: 'There is a newer notice about this. Please use the link in that one.',
      withdrawn: 'We have cancelled this appointment. You do not need to do anything.',
      closed: 'It is too late to answer here.',
      moved: 'We have moved your appointment to another time.',
      past: 'This visit is over.',
    },
    unknown: {
      title: 'We do not know this link',
      advice: 'Please open the link again from the message, or call your clinic.',
    },
    ended: {
      title: 'This link is no longer valid',
      advice: 'You will get no more messages about it. If you expect a visit, please call your clinic.',
    },
    notTaken: { title: 'Your answer was not taken', advice: 'Please open the link again and answer there.' },
    over: {
      title: 'This visit is over',
      advice: 'This page no longer shows anything about it. If you have a question, please ask your clinic.',
    },
    notMe: {
      title: 'Thank you for telling us',
      advice: 'We will not write to you again. If this was a mistake, please tell your clinic.',
      offer: 'This is not me',
      effect: 'You do not know of this appointment? Then we will not write to you again.',
      button: 'This is not me: stop the messages',
    },
    optOut: {
      offer: 'Stop these messages',
      question: 'Do you want no more messages from us?',
      effect: 'Your appointments stay as they are, but we will not remind you of them or tell you of changes here.',
      button: 'Stop the messages',
      done: 'You get no more messages from us',
      doneEffect: 'Your appointments stay as they are. You can get our messages again.',
      lift: 'Send me messages again',
      back: 'Back to your appointment',
    },
    changesClosed: 'You can no longer change your answer here.',
    call: 'Please call us:',
    askClinic: 'Please get in touch with the clinic.',
    confirmAgain: {
      cancelled: {
        offer: 'I will come after all',
        effect:
          'You have cancelled, and the clinic may have given your time to somebody else. Do you want to confirm again?',
        button: 'Yes, I will come after all',
      },
      rescheduling: {
        offer: 'I can come at the time above',
        effect:
          'You have asked for another time. If you confirm, your request ends, and the appointment stays at the time above.',
        button: 'Yes, I will come at this time',
      },
    },
    from: 'From',
    until: 'Until',
    oldTime: 'Old time:',
    newTime: 'New time:',
    newerNotice: 'Open the newer notice',
    confirm: 'Yes, I will come',
    reschedule: 'I need another time',
    changeWish: 'Change my message',
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
    language: 'Language',
  },
  pt: {
    states: {
      open: 'Vai comparecer? Agradecemos a sua resposta.',
      confirmed: 'Confirmou a sua presença. Ficamos à sua espera.',
      rescheduling: 'Pediu outra data. Entraremos em contacto consigo.',
      cancelled: 'Cancelou a sua marcação. A clínica foi avisada.',
      arrived: 'Registámos a sua chegada. Damos-lhe as boas-vindas.',
      superseded: 'Existe um aviso mais recente. Por favor, use a ligação indicada nesse aviso.',
      withdrawn: 'Cancelámos esta marcação. Não precisa de fazer nada.',
      closed: 'Já não é possível responder aqui.',
      moved: 'Alterámos a data da sua marcação.',
      past: 'Esta marcação já passou.',
    },
    unknown: {
      title: 'Não reconhecemos esta ligação',
      advice: 'Por favor, abra de novo a ligação da mensagem ou telefone à sua clínica.',
    },
    ended: {
      title: 'Esta ligação já não é válida',
      advice: 'Não receberá mais mensagens sobre ela. Se tem uma marcação, telefone à sua clínica.',
    },
    notTaken: {
      title: 'A sua resposta não foi registada',
      advice: 'Por favor, abra de novo a ligação e responda aí.',
    },
    over: {
      title: 'Esta marcação já passou',
      advice: 'Esta página já não mostra nada sobre ela. Se tiver dúvidas, contacte a sua clínica.',
    },
    notMe: {
      title: 'Agradecemos o aviso',
      advice: 'Não voltaremos a escrever-lhe. Se foi engano, avise a sua clínica.',
      offer: 'Não sou esta pessoa',
      effect: 'Não conhece esta marcação? Nesse caso, não voltaremos a escrever-lhe.',
      button: 'Não sou esta pessoa: deixar de receber mensagens',
    },
    optOut: {
      offer: 'Deixar de receber mensagens',
      question: 'Não quer receber mais mensagens nossas?',
      effect: 'As suas marcações mantêm-se, mas deixaremos de enviar lembretes e de avisar aqui sobre alterações.',
      button: 'Deixar de receber mensagens',
      done: 'Já não recebe mensagens nossas',
      doneEffect: 'As suas marcações mantêm-se. Pode voltar a receber as nossas mensagens.',
      lift: 'Voltar a receber mensagens',
      back: 'Voltar à sua marcação',
    },
    changesClosed: 'Já não é possível alterar aqui a sua resposta.',
    call: 'Por favor, contacte-nos por telefone:',
    askClinic: 'Por favor, entre em contacto com a clínica.',
    confirmAgain: {
      cancelled: {
        offer: 'Afinal, vou comparecer',
        effect:
          'Cancelou a sua marcação, e a clínica pode ter atribuído o seu horário a outra pessoa. Quer confirmar de novo?',
        button: 'Sim, afinal vou comparecer',
      },
      rescheduling: {
        offer: 'Posso comparecer na data indicada',
        effect: 'Pediu outra data. Se confirmar, o seu pedido termina e a marcação mantém-se na data indicada acima.',
        button: 'Sim, vou comparecer nesta data',
      },
    },
    from: 'De',
    until: 'Até',
    oldTime: 'Data anterior:',
    newTime: 'Nova data:',
    newerNotice: 'Abrir o aviso mais recente',
    confirm: 'Sim, vou comparecer',
    reschedule: 'Preciso de outra data',
    changeWish: 'Alterar a minha mensagem',
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
    language: 'Idioma',
  },
  es: {
    states: {
      open: '¿Va a asistir? Por favor, responda.',
      confirmed: 'Ha confirmado su asistencia. Le esperamos.',
      rescheduling: 'Ha pedido otra fecha. Nos pondremos en contacto con usted.',
      cancelled: 'Ha cancelado su cita. Hemos avisado a la clínica.',
      arrived: 'Hemos registrado su llegada. Le damos la bienvenida.',
      superseded: 'Hay un aviso más reciente. Por favor, utilice el enlace de ese aviso.',
      withdrawn: 'Hemos cancelado esta cita. No tiene que hacer nada.',
      closed: 'Ya no es posible responder aquí.',
      moved: 'Hemos cambiado la fecha de su cita.',
      past: 'Esta cita ya ha pasado.',
    },
    unknown: {
      title: 'No reconocemos este enlace',
      advice: 'Por favor, abra de nuevo el enlace del mensaje o llame a su clínica.',
    },
    ended: {
      title: 'Este enlace ya no es válido',
      advice: 'No recibirá más mensajes sobre él. Si tiene una cita, llame a su clínica.',
    },
    notTaken: {
      title: 'No se ha registrado su respuesta',
      advice: 'Por favor, abra de nuevo el enlace y responda allí.',
    },
    over: {
      title: 'Esta cita ya ha pasado',
      advice: 'Esta página ya no muestra nada sobre ella. Si tiene dudas, contacte con su clínica.',
    },
    notMe: {
      title: 'Gracias por avisarnos',
      advice: 'No volveremos a escribirle. Si ha sido un error, avise a su clínica.',
      offer: 'No soy esta persona',
      effect: '¿No conoce esta cita? En ese caso, no volveremos a escribirle.',
      button: 'No soy esta persona: dejar de recibir mensajes',
    },
    optOut: {
      offer: 'Dejar de recibir mensajes',
      question: '¿No quiere recibir más mensajes nuestros?',
      effect: 'Sus citas se mantienen, pero ya no se las recordaremos ni le avisaremos aquí de los cambios.',
      button: 'Dejar de recibir mensajes',
      done: 'Ya no recibe mensajes nuestros',
      doneEffect: 'Sus citas se mantienen. Puede volver a recibir nuestros mensajes.',
      lift: 'Volver a recibir mensajes',
      back: 'Volver a su cita',
    },
    changesClosed: 'Ya no es posible cambiar aquí su respuesta.',
    call: 'Por favor, llámenos:',
    askClinic: 'Por favor, póngase en contacto con la clínica.',
    confirmAgain: {
      cancelled: {
        offer: 'Al final, sí asistiré',
        effect:
          'Ha cancelado su cita, y la clínica puede haber asignado su horario a otra persona. ¿Quiere confirmar de nuevo?',
        button: 'Sí, al final asistiré',
      },
      rescheduling: {
        offer: 'Puedo asistir en la fecha indicada',
        effect:
          'Ha pedido otra fecha. Si confirma, su petición termina y la cita se mantiene en la fecha indicada arriba.',
        button: 'Sí, asistiré en esta fecha',
      },
    },
    from: 'Desde',
    until: 'Hasta',
    oldTime: 'Fecha anterior:',
    newTime: 'Nueva fecha:',
    newerNotice: 'Abrir el aviso más reciente',
    confirm: 'Sí, asistiré',
    reschedule: 'Necesito otra fecha',
    changeWish: 'Cambiar mi mensaje',
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
    language: 'Idioma',
  },
  fr: {
    states: {
      open: 'Viendrez-vous\u00a0? Merci de nous répondre.',
      confirmed: 'Vous avez confirmé votre venue. Nous vous attendons.',
      rescheduling: 'Vous avez demandé une autre date. Nous vous contacterons.',
      cancelled: 'Vous avez annulé votre rendez-vous. L’établissement en a été informé.',
      arrived: 'Votre arrivée est enregistrée. Bienvenue.',
      superseded: 'Il existe un avis plus récent. Merci d’utiliser le lien qu’il contient.',
      withdrawn: 'Nous avons annulé ce rendez-vous. Vous n’avez rien à faire.',
      closed: 'Il n’est plus possible de répondre ici.',
      moved: 'Nous avons déplacé votre rendez-vous.',
      past: 'Ce rendez-vous est passé.',
    },
    unknown: {
      title: 'Nous ne reconnaissons pas ce lien',
      advice: 'Merci de rouvrir le lien depuis le message, ou d’appeler votre établissement.',
    },
    ended: {
      title: 'Ce lien n’est plus valable',
      advice:
        'Vous ne recevrez plus de messages à ce sujet. Si vous avez un rendez-vous, merci d’appeler votre établissement.',
    },
    notTaken: {
      title: 'Votre réponse n’a pas été enregistrée',
      advice: 'Merci de rouvrir le lien et de répondre à nouveau.',
    },
    over: {
      title: 'Ce rendez-vous est passé',
      advice: 'Cette page n’affiche plus rien à son sujet. Pour toute question, merci d’appeler votre établissement.',
    },
    notMe: {
      title: 'Merci de nous avoir prévenus',
      advice: 'Nous ne vous écrirons plus. Si c’est une erreur, merci de prévenir votre établissement.',
      offer: 'Ce n’est pas moi',
      effect: 'Vous ne connaissez pas ce rendez-vous\u00a0? Dans ce cas, nous ne vous écrirons plus.',
      button: 'Ce n’est pas moi\u00a0: ne plus recevoir de messages',
    },
    optOut: {
      offer: 'Ne plus recevoir de messages',
      question: 'Ne voulez-vous plus recevoir nos messages\u00a0?',
      effect:
        'Vos rendez-vous sont maintenus, mais nous ne vous les rappellerons plus et ne vous préviendrons plus ici des changements.',
      button: 'Ne plus recevoir de messages',
      done: 'Vous ne recevez plus nos messages',
      doneEffect: 'Vos rendez-vous sont maintenus. Vous pouvez recevoir de nouveau nos messages.',
      lift: 'Recevoir de nouveau les messages',
      back: 'Retour à votre rendez-vous',
    },
    changesClosed: 'Il n’est plus possible de modifier votre réponse ici.',
    call: 'Merci de nous appeler\u00a0:',
    askClinic: 'Merci de prendre contact avec la clinique.',
    confirmAgain: {
      cancelled: {
        offer: 'Finalement, je viendrai',
        effect:
          'Vous avez annulé votre rendez-vous, et l’établissement a peut-être attribué votre créneau à une autre personne. Voulez-vous confirmer de nouveau\u00a0?',
        button: 'Oui, finalement je viendrai',
      },
      rescheduling: {
        offer: 'Je peux venir à la date indiquée',
        effect:
          'Vous avez demandé une autre date. Si vous confirmez, votre demande prend fin et le rendez-vous reste à la date indiquée ci-dessus.',
        button: 'Oui, je viendrai à cette date',
      },
    },
    from: 'Du',
    until: 'Au',
    oldTime: 'Ancienne date\u00a0:',
    newTime: 'Nouvelle date\u00a0:',
    newerNotice: 'Ouvrir l’avis plus récent',
    confirm: 'Oui, je viendrai',
    reschedule: 'J’ai besoin d’une autre date',
    changeWish: 'Modifier mon message',
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
    language: 'Langue',
  },
}
