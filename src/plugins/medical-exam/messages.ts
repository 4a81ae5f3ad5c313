import type { PluginMessages, SentencesOfLanguage } from '../plugin-messages.ts'

const pt: SentencesOfLanguage = {
  invitation: 'Por favor, confirme, peça outra data ou cancele aqui, pelo menos 24 horas antes do exame:',
  shortInvitation: ['Confirme, altere ou cancele até 24 h antes: $link', 'Responda até 24 h antes: $link'],
  replies: 'Até 24 h antes, responda SIM, NÃO ou OUTRA DATA, ou abra $link',
  moved: 'Alterámos a data ou a hora do seu exame.',
  withdrawn: 'Cancelámos o seu exame. Não precisa de fazer nada.',
  closing: 'Recebe esta mensagem por causa do seu exame connosco.',
  yours: 'o seu exame',
}

export const messages: PluginMessages = {
  shows: {
    notice: ['place', 'preparation'],
    moved: ['place', 'preparation'],
    confirmation: ['place', 'preparation'],
    calendar: ['preparation'],
  },
  words: {
    en: {
      invitation: 'Please confirm, ask for another time or cancel here, at least 24 hours before your examination:',
      shortInvitation: ['Confirm, change or cancel at least 24 h before: $link', 'Answer at least 24 h before: $link'],
      replies: 'At least 24 h before, reply YES, NO or OTHER TIME, or open $link',
      moved: 'We have moved your examination.',
      withdrawn: 'We have cancelled your examination. You do not need to do anything.',
      closing: 'You receive this because of your examination with us.',
      yours: 'your examination',
    },
    pt,
    'pt-BR': {
      ...pt,
      moved: 'Alteramos a data ou o horário do seu exame.',
      withdrawn: 'Cancelamos seu exame. Você não precisa fazer nada.',
      closing: 'Você recebeu esta mensagem porque tem um exame conosco.',
      yours: 'seu exame',
    },
    es: {
      invitation: 'Por favor, confirme, pida otra fecha o cancele aquí, al menos 24 horas antes de la prueba:',
      shortInvitation: ['Confirme, cambie o cancele hasta 24 h antes: $link', 'Responda hasta 24 h antes: $link'],
      replies: 'Hasta 24 h antes, responda SÍ, NO u OTRA FECHA, o abra $link',
      moved: 'Hemos cambiado la fecha o la hora de su prueba médica.',
      withdrawn: 'Hemos cancelado su prueba médica. No tiene que hacer nada.',
      closing: 'Recibe este mensaje por su prueba médica con nosotros.',
      yours: 'su prueba médica',
    },
    fr: {
      invitation:
        'Merci de confirmer, de demander une autre date ou d’annuler ici, au moins 24 heures avant l’examen :',
      shortInvitation: [
        'Confirmer, changer ou annuler au moins 24 h avant : $link',
        'Répondre au moins 24 h avant : $link',
      ],
      replies: 'Au moins 24 h avant, répondez OUI, NON ou AUTRE DATE, ou ouvrez $link',
      moved: 'Nous avons déplacé votre examen.',
      withdrawn: 'Nous avons annulé votre examen. Vous n’avez rien à faire.',
      closing: 'Vous recevez ce message au sujet de votre examen chez nous.',
      yours: 'votre examen',
    },
  },
}
