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
    what: 'Clinics send appointment notices; people confirm with one tap, or ask for another time or cancel with two; the clinic’s own system reads what they did with one GET; a QR code brings the confirmed appointment up at the front desk.',
    desk: { name: 'Front desk', what: 'Scan QR codes and mark arrivals.' },
    console: { name: 'Console', what: 'What contacts did, in charts and lists, and live.' },
    reference: { name: 'API reference', what: 'All operations, to read and to try.' },
    health: { name: 'Health', what: 'Whether the service can serve.' },
    demo: {
      title: 'This is the demo. Try it:',
      steps: [
        {
          to: 'console',
          name: 'Open the console',
          what: 'The charts of two months. Leave it open: it follows what happens.',
        },
        {
          to: 'answerPage',
          name: 'Answer as the contact',
          what: 'The page of a notice that was just sent. Confirm, and it shows a QR code; save its picture, or copy the code under it.',
        },
        {
          to: 'desk',
          name: 'Check in at the desk',
          what: 'Choose the picture, type the code, or scan with a camera; then press Arrived, and look under Live in the console.',
        },
      ],
      token: 'An access token for the API:',
    },
  },
  pt: {
    slogan: 'Avisos que recebem resposta.',
    what: 'As clínicas enviam avisos de consultas; as pessoas confirmam com um toque, ou pedem outra data ou cancelam com dois; o sistema da clínica lê o que fizeram com um só GET; um código QR mostra a consulta confirmada na receção.',
    desk: { name: 'Receção', what: 'Ler códigos QR e marcar chegadas.' },
    console: { name: 'Consola', what: 'O que os contactos fizeram, em gráficos e listas, e em direto.' },
    reference: { name: 'Referência da API', what: 'Todas as operações, para ler e experimentar.' },
    health: { name: 'Estado', what: 'Se o serviço pode responder.' },
    demo: {
      title: 'Esta é a demonstração. Experimente:',
      steps: [
        {
          to: 'console',
          name: 'Abra a consola',
          what: 'Os gráficos de dois meses. Deixe-a aberta: acompanha o que acontece.',
        },
        {
          to: 'answerPage',
          name: 'Responda como contacto',
          what: 'A página de um aviso acabado de enviar. Confirme e aparece um código QR; guarde a imagem ou copie o código por baixo.',
        },
        {
          to: 'desk',
          name: 'Registe a chegada na receção',
          what: 'Escolha a imagem, escreva o código ou leia com uma câmara; depois carregue em Chegou e veja Em direto na consola.',
        },
      ],
      token: 'Um token de acesso à API:',
    },
  },
  es: {
    slogan: 'Avisos que reciben respuesta.',
    what: 'Las clínicas envían avisos de citas; las personas confirman con un toque, o piden otra fecha o cancelan con dos; el sistema de la clínica lee lo que hicieron con un solo GET; un código QR muestra la cita confirmada en recepción.',
    desk: { name: 'Recepción', what: 'Leer códigos QR y marcar llegadas.' },
    console: { name: 'Consola', what: 'Lo que hicieron los contactos, en gráficos y listas, y en directo.' },
    reference: { name: 'Referencia de la API', what: 'Todas las operaciones, para leer y probar.' },
    health: { name: 'Estado', what: 'Si el servicio puede responder.' },
    demo: {
      title: 'Esta es la demostración. Pruébela:',
      steps: [
        {
          to: 'console',
          name: 'Abra la consola',
          what: 'Los gráficos de dos meses. Déjela abierta: sigue lo que ocurre.',
        },
        {
          to: 'answerPage',
          name: 'Responda como contacto',
          what: 'La página de un aviso recién enviado. Confirme y aparece un código QR; guarde la imagen o copie el código de debajo.',
        },
        {
          to: 'desk',
          name: 'Marque la llegada en recepción',
          what: 'Elija la imagen, escriba el código o léalo con una cámara; después pulse Ha llegado y mire En directo en la consola.',
        },
      ],
      token: 'Un token de acceso a la API:',
    },
  },
  fr: {
    slogan: 'Des avis qui reçoivent une réponse.',
    what: 'Les cliniques envoient des avis de rendez-vous ; les personnes confirment d’un geste, ou demandent une autre date ou annulent de deux ; le système de la clinique lit ce qu’elles ont fait par un seul GET ; un code QR affiche le rendez-vous confirmé à la réception.',
    desk: { name: 'Réception', what: 'Lire les codes QR et marquer les arrivées.' },
    console: { name: 'Console', what: 'Ce que les contacts ont fait, en graphiques, en listes et en direct.' },
    reference: { name: 'Référence de l’API', what: 'Toutes les opérations, à lire et à essayer.' },
    health: { name: 'État', what: 'Si le service peut répondre.' },
    demo: {
      title: 'Ceci est la démonstration. Essayez-la :',
      steps: [
        {
          to: 'console',
          name: 'Ouvrez la console',
          what: 'Les graphiques de deux mois. Laissez-la ouverte : elle suit ce qui se passe.',
        },
        {
          to: 'answerPage',
          name: 'Répondez comme le contact',
          what: 'La page d’un avis qui vient d’être envoyé. Confirmez : un code QR apparaît ; enregistrez son image ou copiez le code en dessous.',
        },
        {
          to: 'desk',
          name: 'Marquez l’arrivée à la réception',
          what: 'Choisissez l’image, saisissez le code ou lisez-le avec une caméra ; puis appuyez sur Marquer l’arrivée et regardez En direct dans la console.',
        },
      ],
      token: 'Un jeton d’accès à l’API :',
    },
  },
}
