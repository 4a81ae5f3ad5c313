import type { Language } from '../languages.ts'

interface Way {
  name: string
  what: string
}

interface FirstPageWords {
  slogan: string
  what: string
  desk: Way
  console: Way
  reference: Way
  health: Way
  demo: {
    title: string
    steps: (Way & { to: 'console' | 'answerPage' | 'desk' })[]
    token: string
  }
}

export const words: Record<Language, FirstPageWords> = {
  en: {
    slogan: 'Notifications that get answered.',
    what: 'A clinic sends appointment notices. People confirm with one tap. The clinic’s own system reads the answers by date, and the front desk opens the confirmed visit from a QR code.',
    desk: { name: 'Front desk', what: 'Scan QR codes and mark arrivals.' },
    console: { name: 'Console', what: 'What contacts did, in charts and lists, and live.' },
    reference: { name: 'API reference', what: 'All operations, to read and to try.' },
    health: { name: 'Health', what: 'Whether the service can serve.' },
    demo: {
      title: 'This is the demo. Three steps, in any order:',
      steps: [
        {
          to: 'answerPage',
          name: 'Answer as the contact',
          what: 'Maria Santos has an appointment today. Confirm it: the page then shows her QR code.',
        },
        {
          to: 'console',
          name: 'Open the console',
          what: 'The latest answers are under Live. Work lists the contacts who need a call.',
        },
        {
          to: 'desk',
          name: 'Check in at the desk',
          what: 'Find Maria Santos by name, or scan her QR code. Then press Arrived.',
        },
      ],
      token: 'An access token for the API:',
    },
  },
  pt: {
    slogan: 'Avisos que recebem resposta.',
    what: 'Uma clínica envia avisos de consultas. As pessoas confirmam com um toque. O sistema da clínica lê as respostas por data, e a receção abre a consulta confirmada a partir de um código QR.',
    desk: { name: 'Receção', what: 'Ler códigos QR e marcar chegadas.' },
    console: { name: 'Consola', what: 'O que os contactos fizeram, em gráficos e listas, e em direto.' },
    reference: { name: 'Referência da API', what: 'Todas as operações, para ler e experimentar.' },
    health: { name: 'Estado', what: 'Se o serviço pode responder.' },
    demo: {
      title: 'Esta é a demonstração. Três passos, em qualquer ordem:',
      steps: [
        {
          to: 'answerPage',
          name: 'Responda como contacto',
          what: 'Maria Santos tem uma consulta hoje. Confirme-a: a página mostra depois o código QR.',
        },
        {
          to: 'console',
          name: 'Abra a consola',
          what: 'As últimas respostas estão em Em direto. A lista de tarefas mostra os contactos a quem é preciso telefonar.',
        },
        {
          to: 'desk',
          name: 'Registe a chegada na receção',
          what: 'Procure Maria Santos pelo nome, ou leia o código QR. Depois carregue em Chegou.',
        },
      ],
      token: 'Um token de acesso à API:',
    },
  },
  es: {
    slogan: 'Avisos que reciben respuesta.',
    what: 'Una clínica envía avisos de citas. Las personas confirman con un toque. El sistema de la clínica lee las respuestas por fecha, y la recepción abre la cita confirmada con un código QR.',
    desk: { name: 'Recepción', what: 'Leer códigos QR y marcar llegadas.' },
    console: { name: 'Consola', what: 'Lo que hicieron los contactos, en gráficos y listas, y en directo.' },
    reference: { name: 'Referencia de la API', what: 'Todas las operaciones, para leer y probar.' },
    health: { name: 'Estado', what: 'Si el servicio puede responder.' },
    demo: {
      title: 'Esta es la demostración. Tres pasos, en cualquier orden:',
      steps: [
        {
          to: 'answerPage',
          name: 'Responda como contacto',
          what: 'Maria Santos tiene una cita hoy. Confírmela: la página muestra después su código QR.',
        },
        {
          to: 'console',
          name: 'Abra la consola',
          what: 'Las últimas respuestas aparecen en «En directo». La lista de tareas muestra los contactos a los que hay que llamar.',
        },
        {
          to: 'desk',
          name: 'Marque la llegada en recepción',
          what: 'Busque a Maria Santos por su nombre, o lea su código QR. Después pulse Ha llegado.',
        },
      ],
      token: 'Un token de acceso a la API:',
    },
  },
  fr: {
    slogan: 'Des avis qui reçoivent une réponse.',
    what: 'Une clinique envoie des avis de rendez-vous. Les personnes confirment d’un geste. Le système de la clinique lit les réponses par date, et l’accueil ouvre le rendez-vous confirmé à partir d’un code QR.',
    desk: { name: 'Accueil', what: 'Lire les codes QR et marquer les arrivées.' },
    console: { name: 'Console', what: 'Ce que les contacts ont fait, en graphiques, en listes et en direct.' },
    reference: { name: 'Référence de l’API', what: 'Toutes les opérations, à lire et à essayer.' },
    health: { name: 'État', what: 'Si le service peut répondre.' },
    demo: {
      title: 'Ceci est la démonstration. Trois étapes, dans n’importe quel ordre\u00a0:',
      steps: [
        {
          to: 'answerPage',
          name: 'Répondez comme le contact',
          what: 'Maria Santos a un rendez-vous aujourd’hui. Confirmez-le\u00a0: la page affiche ensuite son code QR.',
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
    },
  },
}
