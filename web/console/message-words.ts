import type { SentMessage } from '../../client/client.ts'
import type { Language } from '../../client/words.ts'

interface MessageWords {
  messages: string
  renderedAgain: string
  messagesFailed: string
  notRendered: string
  subject: string
  kinds: Record<SentMessage['kind'], string>
}

export const messageWords: Record<Language, MessageWords> = {
  en: {
    messages: 'Messages as the contact received them',
    renderedAgain:
      'Rollcall keeps no copies of messages. These are rendered again from today’s details and settings; what was sent may differ if they have changed since. The links do not work here, and their secrets are hidden.',
    messagesFailed: 'The messages could not be loaded.',
    notRendered: 'This message cannot be shown again, because it was also about other notices.',
    subject: 'Subject',
    kinds: {
      notice: 'Notice',
      moved: 'New time',
      withdrawn: 'Cancelled by the clinic',
      confirmation: 'Confirmation',
      acknowledgement: 'Acknowledgement',
      clarification: 'Question about CANCEL',
      question: 'Question',
    },
  },
  pt: {
    messages: 'Mensagens como o contacto as recebeu',
    renderedAgain:
      'O Rollcall não guarda cópias das mensagens. Estas são geradas de novo com os dados e definições de hoje; o que foi enviado pode ser diferente, se entretanto mudaram. As ligações não funcionam aqui, e os seus segredos estão ocultos.',
    messagesFailed: 'Não foi possível carregar as mensagens.',
    notRendered: 'Esta mensagem não pode ser mostrada de novo, porque era também sobre outros avisos.',
    subject: 'Assunto',
    kinds: {
      notice: 'Aviso',
      moved: 'Nova data',
      withdrawn: 'Cancelada pela clínica',
      confirmation: 'Confirmação',
      acknowledgement: 'Confirmação da resposta',
      clarification: 'Pergunta sobre CANCELAR',
      question: 'Pergunta',
    },
  },
  es: {
    messages: 'Mensajes como los recibió el contacto',
    renderedAgain:
      'Rollcall no guarda copias de los mensajes. Estos se generan de nuevo con los datos y ajustes de hoy; lo enviado puede ser distinto si han cambiado desde entonces. Los enlaces no funcionan aquí, y sus secretos están ocultos.',
    messagesFailed: 'No se pudieron cargar los mensajes.',
    notRendered: 'Este mensaje no se puede mostrar de nuevo, porque también trataba de otros avisos.',
    subject: 'Asunto',
    kinds: {
      notice: 'Aviso',
      moved: 'Nueva fecha',
      withdrawn: 'Cancelada por la clínica',
      confirmation: 'Confirmación',
      acknowledgement: 'Acuse de respuesta',
      clarification: 'Pregunta sobre CANCELAR',
      question: 'Pregunta',
    },
  },
  fr: {
    messages: 'Messages tels que le contact les a reçus',
    renderedAgain:
      'Rollcall ne garde pas de copie des messages. Ceux-ci sont composés de nouveau avec les données et réglages d’aujourd’hui\u00a0; l’envoi d’origine peut différer s’ils ont changé depuis. Les liens ne fonctionnent pas ici, et leurs secrets sont masqués.',
    messagesFailed: 'Impossible de charger les messages.',
    notRendered: 'Ce message ne peut pas être affiché de nouveau, car il concernait aussi d’autres avis.',
    subject: 'Objet',
    kinds: {
      notice: 'Avis',
      moved: 'Nouvelle date',
      withdrawn: 'Retrait',
      confirmation: 'Confirmation',
      acknowledgement: 'Accusé de réponse',
      clarification: 'Question sur ANNULER',
      question: 'Question',
    },
  },
}
