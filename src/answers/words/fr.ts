import type { PageWords } from './page-words.ts'

// French requires a non-breaking space before `?` and `:`.
export const fr: PageWords = {
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
  titles: {
    confirmed: 'Venue confirmée',
    rescheduling: 'Autre date demandée',
    cancelled: 'Annulé',
    arrived: 'Arrivée enregistrée',
  },
  meant: (name) => `Pour ${name}`,
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
    title: 'Ce rendez\u2011vous est passé',
    advice: 'Cette page n’affiche plus rien à son sujet. Pour toute question, merci d’appeler votre établissement.',
  },
  notMe: {
    title: 'Merci de nous avoir prévenus',
    advice: 'Nous ne vous écrirons plus. Les liens que nous vous avons envoyés ne s’ouvrent plus.',
    offer: (name) => (name === undefined ? 'Ce n’est pas moi' : `Je ne connais pas ${name}`),
    effect: (name) =>
      `Vous ne connaissez pas ${name ?? 'ce rendez-vous'}\u00a0? Dans ce cas, nous ne vous écrirons plus, et les liens que nous vous avons envoyés ne s’ouvriront plus.`,
    button: 'Oui, ne plus recevoir de messages',
    takeBack: {
      offer: 'C’était une erreur\u00a0? Vous pouvez revenir en arrière pendant dix minutes.',
      button: 'Revenir en arrière',
    },
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
  askClinic: 'Merci de prendre contact avec l’établissement.',
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
  answerBy: 'Merci de répondre avant le',
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
}
