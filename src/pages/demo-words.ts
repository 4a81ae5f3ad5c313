import type { Language } from '../languages/languages.ts'

interface DemoWords {
  title: string
  steps: { to: 'mail' | 'answerPage' | 'console' | 'desk'; name: string; what: string }[]
  /** Precedes the token. */
  token: string
  mails: { title: string; what: string; from: string; to: string }
}

export const demoWords: Record<Language, DemoWords> = {
  en: {
    title: 'This is the demo. Four steps, in any order:',
    steps: [
      { to: 'mail', name: 'Read the mail', what: 'Maria Santos has an appointment, and got this mail about it.' },
      {
        to: 'answerPage',
        name: 'Answer as the contact',
        what: 'Confirm the appointment of Maria Santos: the page then shows her QR code.',
      },
      {
        to: 'console',
        name: 'Open the console',
        what: 'The latest answers are under Live. Work lists the contacts who need a call.',
      },
      {
        to: 'desk',
        name: 'Check in at the desk',
        what: 'Find Maria Santos by name, or scan her QR code. Then press Mark as arrived.',
      },
    ],
    token: 'An access token for the API:',
    mails: {
      title: 'Mails of the demo',
      what: 'The demo sends no mails. These are the mails that its contacts would receive, latest first. After each answer, reload this page.',
      from: 'From',
      to: 'To',
    },
  },
  pt: {
    title: 'Esta é a demonstração. Quatro passos, em qualquer ordem:',
    steps: [
      { to: 'mail', name: 'Leia o e-mail', what: 'Maria Santos tem uma consulta, e recebeu este e-mail sobre ela.' },
      {
        to: 'answerPage',
        name: 'Responda como contacto',
        what: 'Confirme a consulta de Maria Santos: a página mostra depois o código QR.',
      },
      {
        to: 'console',
        name: 'Abra a consola',
        what: 'As últimas respostas estão em «Em direto». O separador «Tarefas» mostra os contactos a quem é preciso telefonar.',
      },
      {
        to: 'desk',
        name: 'Registe a chegada na receção',
        what: 'Procure Maria Santos pelo nome, ou leia o código QR. Depois carregue em Marcar chegada.',
      },
    ],
    token: 'Um token de acesso à API:',
    mails: {
      title: 'E-mails da demonstração',
      what: 'A demonstração não envia e-mails. Estes são os e-mails que os contactos receberiam, do mais recente ao mais antigo. Depois de cada resposta, recarregue esta página.',
      from: 'De',
      to: 'Para',
    },
  },
  es: {
    title: 'Esta es la demostración. Cuatro pasos, en cualquier orden:',
    steps: [
      { to: 'mail', name: 'Lea el correo', what: 'Maria Santos tiene una cita, y recibió este correo sobre ella.' },
      {
        to: 'answerPage',
        name: 'Responda como contacto',
        what: 'Confirme la cita de Maria Santos: la página muestra después su código QR.',
      },
      {
        to: 'console',
        name: 'Abra la consola',
        what: 'Las últimas respuestas aparecen en «En directo». La pestaña «Tareas» muestra los contactos a los que hay que llamar.',
      },
      {
        to: 'desk',
        name: 'Marque la llegada en recepción',
        what: 'Busque a Maria Santos por su nombre, o lea su código QR. Después pulse Marcar llegada.',
      },
    ],
    token: 'Un token de acceso a la API:',
    mails: {
      title: 'Correos de la demostración',
      what: 'La demostración no envía correos. Estos son los correos que recibirían los contactos, del más reciente al más antiguo. Después de cada respuesta, recargue esta página.',
      from: 'De',
      to: 'Para',
    },
  },
  fr: {
    title: 'Ceci est la démonstration. Quatre étapes, dans n’importe quel ordre\u00a0:',
    steps: [
      {
        to: 'mail',
        name: 'Lisez l’e-mail',
        what: 'Maria Santos a un rendez-vous, et a reçu cet e-mail à ce sujet.',
      },
      {
        to: 'answerPage',
        name: 'Répondez comme le contact',
        what: 'Confirmez le rendez-vous de Maria Santos\u00a0: la page affiche ensuite son code QR.',
      },
      {
        to: 'console',
        name: 'Ouvrez la console',
        what: 'Les dernières réponses sont sous En direct. L’onglet À faire montre les contacts à appeler.',
      },
      {
        to: 'desk',
        name: 'Marquez l’arrivée à l’accueil',
        what: 'Cherchez Maria Santos par son nom, ou lisez son code QR. Puis appuyez sur Marquer l’arrivée.',
      },
    ],
    token: 'Un jeton d’accès à l’API\u00a0:',
    mails: {
      title: 'E-mails de la démonstration',
      what: 'La démonstration n’envoie pas d’e-mails. Voici ceux que ses contacts recevraient, du plus récent au plus ancien. Après chaque réponse, rechargez cette page.',
      from: 'De',
      to: 'À',
    },
  },
}
