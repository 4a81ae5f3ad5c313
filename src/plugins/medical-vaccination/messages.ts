import type { PluginMessages, SentencesOfLanguage } from '../plugin-messages.ts'

const pt: SentencesOfLanguage = {
  invitation: 'Por favor, confirme ou cancele aqui:',
  shortInvitation: ['Confirme ou cancele: $link'],
  replies: 'Responda SIM ou NÃO, ou abra $link',
  moved: 'Alterámos as datas da sua vacinação.',
  withdrawn: 'Cancelámos a sua vacinação. Não precisa de fazer nada.',
  closing: 'Recebe esta mensagem por causa da sua vacinação connosco.',
  yours: 'a sua vacinação',
}

export const messages: PluginMessages = {
  shows: { notice: ['place'], moved: ['place'], confirmation: ['place'], calendar: [] },
  words: {
    en: {
      invitation: 'Please confirm or cancel here:',
      shortInvitation: ['Confirm or cancel: $link'],
      replies: 'Reply YES or NO, or open $link',
      moved: 'We have changed the dates of your vaccination.',
      withdrawn: 'We have cancelled your vaccination. You do not need to do anything.',
      closing: 'You receive this because of your vaccination with us.',
      yours: 'your vaccination',
    },
    pt,
    'pt-BR': {
      ...pt,
      moved: 'Alteramos as datas da sua vacinação.',
      withdrawn: 'Cancelamos sua vacinação. Você não precisa fazer nada.',
      closing: 'Você recebeu esta mensagem porque tem uma vacinação conosco.',
      yours: 'sua vacinação',
    },
    es: {
      invitation: 'Por favor, confirme o cancele aquí:',
      shortInvitation: ['Confirme o cancele: $link'],
      replies: 'Responda SÍ o NO, o abra $link',
      moved: 'Hemos cambiado las fechas de su vacunación.',
      withdrawn: 'Hemos cancelado su vacunación. No tiene que hacer nada.',
      closing: 'Recibe este mensaje por su vacunación con nosotros.',
      yours: 'su vacunación',
    },
    fr: {
      invitation: 'Merci de confirmer ou d’annuler ici :',
      shortInvitation: ['Confirmer ou annuler : $link'],
      replies: 'Répondez OUI ou NON, ou ouvrez $link',
      moved: 'Nous avons changé les dates de votre vaccination.',
      withdrawn: 'Nous avons annulé votre vaccination. Vous n’avez rien à faire.',
      closing: 'Vous recevez ce message au sujet de votre vaccination chez nous.',
      yours: 'votre vaccination',
    },
  },
}
