import type { Language } from '../languages/languages.ts'
import type { Lack } from './next-step.ts'

/** The pages that the first page shows, in this order. */
export const tileNames = ['mail', 'answerPage', 'desk', 'console', 'reference', 'health'] as const
export type TileName = (typeof tileNames)[number]

export interface Tile {
  name: string
  what: string
  /** Describes the picture of the page. */
  picture: string
}

interface FirstPageWords {
  slogan: string
  what: string
  tiles: Record<TileName, Tile>
  /** For the operator of a new installation. */
  setUp: {
    title: string
    lacks: Record<Lack, string>
    afterwards: string
    /** Precedes the command of the demo. */
    example: string
  }
}

export const words: Record<Language, FirstPageWords> = {
  en: {
    slogan: 'Notifications that get answered.',
    what: 'A clinic sends appointment notices. People confirm with one tap. The clinic’s own system reads the answers by date, and the front desk opens the confirmed visit from a QR code.',
    tiles: {
      mail: {
        name: 'Mail',
        what: 'Contacts get a mail or a text message.',
        picture: 'A mail with the clinic’s name, the day and the time, and a button that leads to the answer page.',
      },
      answerPage: {
        name: 'Answer page',
        what: 'Contacts confirm, ask for another time, or cancel.',
        picture: 'The answer page, with the appointment and three buttons.',
      },
      desk: {
        name: 'Front desk',
        what: 'Scan QR codes and mark arrivals.',
        picture: 'The front desk, with the visit of a scanned code and the list of today’s visits.',
      },
      console: {
        name: 'Console',
        what: 'What contacts did, in charts and lists, and live.',
        picture: 'The console, with charts of four weeks and a live list of answers.',
      },
      reference: {
        name: 'API reference',
        what: 'All operations, to read and to try.',
        picture: 'The API reference, with the list of operations.',
      },
      health: {
        name: 'Health',
        what: 'Whether the service works.',
        picture: 'The health page, which says that Rollcall works.',
      },
    },
    setUp: {
      title: 'Next steps',
      lacks: {
        entity: 'There is no clinic yet. On the machine of the service, with its settings, run:',
        token: 'There is no access token yet. On the machine of the service, with its settings, run:',
      },
      afterwards: 'The last command prints an access token. Sign in to the console with it.',
      example: 'To see an example first, run:',
    },
  },
  pt: {
    slogan: 'Avisos que recebem resposta.',
    what: 'Uma clínica envia avisos de consultas. As pessoas confirmam com um toque. O sistema da clínica lê as respostas por data, e a receção abre a consulta confirmada a partir de um código QR.',
    tiles: {
      mail: {
        name: 'E-mail',
        what: 'Os contactos recebem um e-mail ou um SMS.',
        picture: 'Um e-mail com o nome da clínica, o dia e a hora, e um botão que abre a página de resposta.',
      },
      answerPage: {
        name: 'Página de resposta',
        what: 'Os contactos confirmam, pedem outra data ou cancelam.',
        picture: 'A página de resposta, com a consulta e três botões.',
      },
      desk: {
        name: 'Receção',
        what: 'Ler códigos QR e marcar chegadas.',
        picture: 'A receção, com a consulta de um código lido e a lista das consultas de hoje.',
      },
      console: {
        name: 'Consola',
        what: 'O que os contactos fizeram, em gráficos e listas, e em direto.',
        picture: 'A consola, com gráficos de quatro semanas e uma lista de respostas em direto.',
      },
      reference: {
        name: 'Referência da API',
        what: 'Todas as operações, para ler e experimentar.',
        picture: 'A referência da API, com a lista de operações.',
      },
      health: {
        name: 'Estado',
        what: 'Se o serviço está a funcionar.',
        picture: 'A página de estado, que diz que o Rollcall está a funcionar.',
      },
    },
    setUp: {
      title: 'Próximos passos',
      lacks: {
        entity: 'Ainda não há nenhuma clínica. Na máquina do serviço, com as mesmas definições, execute:',
        token: 'Ainda não há nenhum token de acesso. Na máquina do serviço, com as mesmas definições, execute:',
      },
      afterwards: 'O último comando mostra um token de acesso. Use-o para entrar na consola.',
      example: 'Para ver primeiro um exemplo, execute:',
    },
  },
  es: {
    slogan: 'Avisos que reciben respuesta.',
    what: 'Una clínica envía avisos de citas. Las personas confirman con un toque. El sistema de la clínica lee las respuestas por fecha, y la recepción abre la cita confirmada con un código QR.',
    tiles: {
      mail: {
        name: 'Correo',
        what: 'Los contactos reciben un correo o un SMS.',
        picture: 'Un correo con el nombre de la clínica, el día y la hora, y un botón que abre la página de respuesta.',
      },
      answerPage: {
        name: 'Página de respuesta',
        what: 'Los contactos confirman, piden otra fecha o cancelan.',
        picture: 'La página de respuesta, con la cita y tres botones.',
      },
      desk: {
        name: 'Recepción',
        what: 'Leer códigos QR y marcar llegadas.',
        picture: 'La recepción, con la cita de un código leído y la lista de las citas de hoy.',
      },
      console: {
        name: 'Consola',
        what: 'Lo que hicieron los contactos, en gráficos y listas, y en directo.',
        picture: 'La consola, con gráficos de cuatro semanas y una lista de respuestas en directo.',
      },
      reference: {
        name: 'Referencia de la API',
        what: 'Todas las operaciones, para leer y probar.',
        picture: 'La referencia de la API, con la lista de operaciones.',
      },
      health: {
        name: 'Estado',
        what: 'Si el servicio funciona.',
        picture: 'La página de estado, que dice que Rollcall funciona.',
      },
    },
    setUp: {
      title: 'Próximos pasos',
      lacks: {
        entity: 'Todavía no hay ninguna clínica. En la máquina del servicio, con su misma configuración, ejecute:',
        token:
          'Todavía no hay ningún token de acceso. En la máquina del servicio, con su misma configuración, ejecute:',
      },
      afterwards: 'El último comando muestra un token de acceso. Úselo para entrar en la consola.',
      example: 'Para ver antes un ejemplo, ejecute:',
    },
  },
  fr: {
    slogan: 'Des avis qui reçoivent une réponse.',
    what: 'Une clinique envoie des avis de rendez-vous. Les personnes confirment d’un geste. Le système de la clinique lit les réponses par date, et l’accueil ouvre le rendez-vous confirmé à partir d’un code QR.',
    tiles: {
      mail: {
        name: 'E-mail',
        what: 'Les contacts reçoivent un e-mail ou un SMS.',
        picture: 'Un e-mail avec le nom de la clinique, le jour et l’heure, et un bouton qui ouvre la page de réponse.',
      },
      answerPage: {
        name: 'Page de réponse',
        what: 'Les contacts confirment, demandent une autre date ou annulent.',
        picture: 'La page de réponse, avec le rendez-vous et trois boutons.',
      },
      desk: {
        name: 'Accueil',
        what: 'Lire les codes QR et marquer les arrivées.',
        picture: 'L’accueil, avec le rendez-vous d’un code lu et la liste des rendez-vous du jour.',
      },
      console: {
        name: 'Console',
        what: 'Ce que les contacts ont fait, en graphiques, en listes et en direct.',
        picture: 'La console, avec les graphiques de quatre semaines et une liste de réponses en direct.',
      },
      reference: {
        name: 'Référence de l’API',
        what: 'Toutes les opérations, à lire et à essayer.',
        picture: 'La référence de l’API, avec la liste des opérations.',
      },
      health: {
        name: 'État',
        what: 'Si le service fonctionne.',
        picture: 'La page d’état, qui dit que Rollcall fonctionne.',
      },
    },
    setUp: {
      title: 'Étapes suivantes',
      lacks: {
        entity: 'Il n’y a pas encore de clinique. Sur la machine du service, avec les mêmes réglages, exécutez\u00a0:',
        token:
          'Il n’y a pas encore de jeton d’accès. Sur la machine du service, avec les mêmes réglages, exécutez\u00a0:',
      },
      afterwards: 'La dernière commande affiche un jeton d’accès. Utilisez-le pour vous connecter à la console.',
      example: 'Pour voir d’abord un exemple, exécutez\u00a0:',
    },
  },
}
