import type { PluginMessages, SentencesOfLanguage } from '../plugin-messages.ts'

const pt: SentencesOfLanguage = {
  invitation: 'Por favor, confirme, peça outra data ou cancele aqui:',
  shortInvitation: ['Confirme, altere ou cancele: $link'],
  replies: 'Responda SIM, NÃO ou OUTRA DATA, ou abra $link',
  moved: 'Alterámos a data ou a hora da sua consulta.',
  withdrawn: 'Cancelámos a sua consulta. Não precisa de fazer nada.',
  closing: 'Recebe esta mensagem por causa da sua marcação connosco.',
  yours: 'a sua consulta',
}

export const messages: PluginMessages = {
  // The specialty is about the contact's health.
  shows: { notice: ['doctor'], moved: ['doctor'], confirmation: ['doctor'], calendar: ['doctor'] },
  words: {
    en: {
      invitation: 'Please confirm, ask for another time or cancel here:',
      shortInvitation: ['Confirm, change or cancel: $link'],
      replies: 'Reply YES, NO or OTHER TIME, or open $link',
      moved: 'We have moved your appointment.',
      withdrawn: 'We have cancelled your appointment. You do not need to do anything.',
      closing: 'You receive this because of your appointment with us.',
      yours: 'your appointment',
    },
    pt,
    'pt-BR': {
      ...pt,
      moved: 'Alteramos a data ou o horário da sua consulta.',
      withdrawn: 'Cancelamos sua consulta. Você não precisa fazer nada.',
      closing: 'Você recebeu esta mensagem porque tem uma consulta conosco.',
      yours: 'sua consulta',
    },
    es: {
      invitation: 'Por favor, confirme, pida otra fecha o cancele aquí:',
      shortInvitation: ['Confirme, cambie o cancele: $link'],
      replies: 'Responda SÍ, NO u OTRA FECHA, o abra $link',
      moved: 'Hemos cambiado la fecha o la hora de su cita.',
      withdrawn: 'Hemos cancelado su cita. No tiene que hacer nada.',
      closing: 'Recibe este mensaje por su cita con nosotros.',
      yours: 'su cita',
    },
    fr: {
      invitation: 'Merci de confirmer, de demander une autre date ou d’annuler ici :',
      shortInvitation: ['Confirmer, changer ou annuler : $link'],
      replies: 'Répondez OUI, NON ou AUTRE DATE, ou ouvrez $link',
      moved: 'Nous avons déplacé votre rendez-vous.',
      withdrawn: 'Nous avons annulé votre rendez-vous. Vous n’avez rien à faire.',
      closing: 'Vous recevez ce message au sujet de votre rendez-vous chez nous.',
      yours: 'votre rendez-vous',
    },
  },
}
