import type { Language } from '../../client/words.ts'
import type { Connection } from '../follow.ts'
import type { CameraState } from '../scan/use-camera.ts'
import type { Remedy } from './remedies.ts'
import type { Outcome } from './verdict.ts'

/** The texts require a non-breaking space before `…`, and in French also before `:`, `;` and `?`. */
interface DeskWords {
  title: string
  scanning: string
  connection: Record<Connection, string>
  startCamera: string
  stopCamera: string
  cameraView: string
  cameraChoice: string
  turnSoundOn: string
  turnSoundOff: string
  camera: Record<CameraState, string>
  fromPicture: string
  noCodeInPicture: string
  code: string
  look: string
  verdict: string
  ready: string
  readyHint: string
  looking: string
  markArrived: string
  /** Marks an arrival that the service would refuse. */
  markAnyway: string
  anywayReasons: string[]
  doNotMark: string
  /** The advice about a visit of another day. */
  anotherDay: string
  newTime: string
  fromDevice: string
  notMarked: string
  kept: string
  unchecked: string
  loseKept: (count: number) => string
  arrivals: string
  noArrivals: string
  today: string
  loading: string
  wrongClock: string
  noVisits: string
  find: string
  found: (count: number) => string
  earlier: (count: number) => string
  later: (count: number) => string
  onAnotherDay: string
  remedies: Record<Remedy, string>
  undo: string
  reason: string
  undoReasons: string[]
  otherReason: string
  keepArrival: string
  birthDate: string
  citizenId: string
  contactKey: string
  /** The texts for contacts, who use the page of the waiting room themselves. */
  kiosk: {
    /** Names the page for staff. */
    title: string
    link: string
    start: string
    welcome: string
    here: string
    thanks: string
    goToDesk: string
    noCode: string
    language: string
  }
  /** `{at}` is a time and `{clinic}` a clinic's name. */
  outcomes: Record<Outcome, { title: string; advice: string }>
}

export const words: Record<Language, DeskWords> = {
  en: {
    title: 'Front desk',
    scanning: 'Scan',
    connection: { connecting: 'Connecting\u00a0…', live: 'Connected', lost: 'No connection. Trying again\u00a0…' },
    startCamera: 'Scan with the camera',
    stopCamera: 'Stop the camera',
    cameraView: 'What the camera sees',
    cameraChoice: 'Camera',
    turnSoundOn: 'Turn sound on',
    turnSoundOff: 'Turn sound off',
    camera: {
      off: '',
      starting: 'Starting the camera\u00a0…',
      on: 'Hold the QR code in front of the camera.',
      lost: 'The camera has gone. It is used again as soon as it is back.',
      denied: 'This page may not use the camera. Allow it in the browser’s settings for this site.',
      none: 'No camera was found. Connect one, or type the code.',
      insecure:
        'Browsers give no camera to a page without TLS (https). Ask the administrator of this service, or type the code.',
    },
    fromPicture: 'From a picture',
    noCodeInPicture: 'No QR code can be read in this picture. Try a sharper one.',
    code: 'Code, typed or from a scanner',
    look: 'Look up',
    verdict: 'Result',
    ready: 'Ready',
    readyHint: 'Scan or type a code, or choose a name.',
    looking: 'Looking up\u00a0…',
    markArrived: 'Mark as arrived',
    markAnyway: 'Mark anyway',
    anywayReasons: ['Can be seen now', 'Agreed by telephone', 'The answer was a mistake'],
    doNotMark: 'Do not mark',
    anotherDay: 'This appointment is on another day. Check the date with the contact.',
    newTime: 'New time: {at}.',
    fromDevice: 'No connection: this is what this device knows.',
    notMarked: 'Not marked as arrived:',
    kept: 'Kept, not sent yet:',
    unchecked: 'Not checked yet:',
    loseKept: (count) => `Arrivals that were not sent yet: ${count}. Sign out and lose them?`,
    arrivals: 'Arrived today',
    noArrivals: 'Nobody yet.',
    today: 'Today',
    loading: 'Loading\u00a0…',
    wrongClock: 'The date of this device is wrong. Set its clock to see the appointments of today.',
    noVisits: 'No appointments today.',
    find: 'Name, number or birth date',
    found: (count) => (count === 0 ? 'No result today.' : `Found: ${count}`),
    earlier: (count) => `Earlier: ${count}`,
    later: (count) => `Later: ${count}`,
    onAnotherDay: 'Not today, but near:',
    remedies: {
      open: 'Open the new appointment',
      find: 'Find by name',
      again: 'Look up again',
      'sign-in': 'Sign in again',
      discard: 'Do not send it',
    },
    undo: 'Undo the arrival',
    reason: 'Reason',
    undoReasons: ['Another person', 'Pressed by mistake', 'The contact has left'],
    otherReason: 'Another reason',
    keepArrival: 'Keep it',
    birthDate: 'Born',
    citizenId: 'Citizen number',
    contactKey: 'Contact number',
    kiosk: {
      title: 'Waiting room',
      link: 'Page for the waiting room',
      start: 'Show your QR code',
      welcome: 'Welcome',
      here: 'I am here',
      thanks: 'Thank you. Please take a seat.',
      goToDesk: 'Please go to the front desk.',
      noCode: 'No code? Please go to the front desk.',
      language: 'Language',
    },
    outcomes: {
      kept: {
        title: 'Kept, not sent yet',
        advice: 'This device keeps the arrival, and sends it when there is a connection.',
      },
      listed: {
        title: 'On today’s list',
        advice: 'There is no connection. Check the name, then mark the arrival: this device sends it later.',
      },
      'had-cancelled': {
        title: 'Had cancelled',
        advice: 'The contact cancelled this appointment. If it can still take place, mark the arrival.',
      },
      'another-time': {
        title: 'Wants another time',
        advice: 'The contact asked for another time. If this one still holds, mark the arrival.',
      },
      expected: { title: 'Expected', advice: 'Check the name, then mark the arrival.' },
      arrived: { title: 'Arrived', advice: 'Marked: {at}.' },
      'already-arrived': { title: 'Already arrived', advice: 'Marked before: {at}. Nothing more to do.' },
      'too-early': {
        title: 'Too early',
        advice: 'The arrival can be marked from: {at}. Ask the contact to wait, or mark it anyway.',
      },
      'too-late': { title: 'Too late', advice: 'The arrival could be marked until: {at}. Speak to the doctor’s team.' },
      cancelled: { title: 'Cancelled', advice: 'This appointment was cancelled. Offer a new one.' },
      moved: {
        title: 'The clinic moved this visit',
        advice: 'It is no longer at this time. Look the appointment up by name.',
      },
      outdated: {
        title: 'Outdated code',
        advice: 'The contact has answered again since, and has a newer code. Check the name and the time.',
      },
      ended: {
        title: 'No longer valid',
        advice: 'The clinic has cancelled or moved this appointment. Look it up by name.',
      },
      expired: {
        title: 'Expired',
        advice: 'This code is no longer valid. Check the name and the time, or look the appointment up by name.',
      },
      unknown: {
        title: 'Unknown code',
        advice:
          'No confirmed appointment at {clinic} has this code. Scan again, or look it up by name: it may be of another clinic.',
      },
      elsewhere: { title: 'Another clinic', advice: 'This appointment is at {clinic}. Show the way there.' },
      'no-connection': {
        title: 'No connection',
        advice: 'The service cannot be reached, so this cannot be checked now. It is tried again by itself.',
      },
      busy: { title: 'One moment', advice: 'The service is busy. This code is tried again by itself.' },
      'not-allowed': {
        title: 'Not allowed',
        advice: 'This device may not do that. Ask the administrator of the service for another access token.',
      },
      'not-this-clinic': {
        title: 'Not this clinic',
        advice: 'This device may not work for {clinic} any more. Sign in again.',
      },
      failed: { title: 'That failed', advice: 'Try again. If this continues, tell the administrator of the service.' },
    },
  },
  pt: {
    title: 'Receção',
    scanning: 'Ler código',
    connection: { connecting: 'A ligar\u00a0…', live: 'Ligado', lost: 'Sem ligação. A tentar de novo\u00a0…' },
    startCamera: 'Ler com a câmara',
    stopCamera: 'Parar a câmara',
    cameraView: 'O que a câmara vê',
    cameraChoice: 'Câmara',
    turnSoundOn: 'Ligar o som',
    turnSoundOff: 'Desligar o som',
    camera: {
      off: '',
      starting: 'A ligar a câmara\u00a0…',
      on: 'Mostre o código QR à câmara.',
      lost: 'A câmara desligou-se. Volta a ser usada assim que regressar.',
      denied: 'Esta página não pode usar a câmara. Permita-o nas definições do navegador para este site.',
      none: 'Não se encontrou nenhuma câmara. Ligue uma ou escreva o código.',
      insecure:
        'Sem TLS (https), o navegador não permite a câmara nesta página. Fale com quem gere o serviço ou escreva o código.',
    },
    fromPicture: 'De uma imagem',
    noCodeInPicture: 'Não se consegue ler um código QR nesta imagem. Tente outra mais nítida.',
    code: 'Código, escrito ou de um leitor',
    look: 'Procurar',
    verdict: 'Resultado',
    ready: 'Pronto',
    readyHint: 'Leia ou escreva um código, ou escolha um nome.',
    looking: 'A procurar\u00a0…',
    markArrived: 'Marcar chegada',
    markAnyway: 'Marcar mesmo assim',
    anywayReasons: ['Pode ser atendida agora', 'Combinado por telefone', 'A resposta foi um engano'],
    doNotMark: 'Não marcar',
    anotherDay: 'Esta marcação é noutro dia. Confirme a data com a pessoa.',
    newTime: 'Nova hora: {at}.',
    fromDevice: 'Sem ligação: isto é o que este dispositivo sabe.',
    notMarked: 'Chegada não marcada:',
    kept: 'Guardada, ainda por enviar:',
    unchecked: 'Ainda por verificar:',
    loseKept: (count) => `Chegadas ainda por enviar: ${count}. Sair e perdê-las?`,
    arrivals: 'Chegadas de hoje',
    noArrivals: 'Ainda ninguém.',
    today: 'Hoje',
    loading: 'A carregar\u00a0…',
    wrongClock: 'A data deste dispositivo está errada. Acerte o relógio para ver as marcações de hoje.',
    noVisits: 'Não há marcações hoje.',
    find: 'Nome, número ou nascimento',
    found: (count) => (count === 0 ? 'Nenhum resultado hoje.' : `Encontrados: ${count}`),
    earlier: (count) => `Mais cedo: ${count}`,
    later: (count) => `Mais tarde: ${count}`,
    onAnotherDay: 'Hoje não, mas perto:',
    remedies: {
      open: 'Abrir a nova marcação',
      find: 'Procurar pelo nome',
      again: 'Procurar de novo',
      'sign-in': 'Entrar de novo',
      discard: 'Não enviar',
    },
    undo: 'Anular a chegada',
    reason: 'Motivo',
    undoReasons: ['Outra pessoa', 'Engano', 'A pessoa foi-se embora'],
    otherReason: 'Outro motivo',
    keepArrival: 'Manter',
    birthDate: 'Nascimento',
    citizenId: 'Número de cidadão',
    contactKey: 'Número de utente',
    kiosk: {
      title: 'Sala de espera',
      link: 'Página da sala de espera',
      start: 'Mostre o seu código QR',
      welcome: 'Boas-vindas',
      here: 'Já cheguei',
      thanks: 'Obrigado. Sente-se, por favor.',
      goToDesk: 'Dirija-se à receção, por favor.',
      noCode: 'Sem código? Dirija-se à receção, por favor.',
      language: 'Idioma',
    },
    outcomes: {
      kept: {
        title: 'Guardada, por enviar',
        advice: 'Este dispositivo guarda a chegada e envia-a quando houver ligação.',
      },
      listed: {
        title: 'Na lista de hoje',
        advice: 'Não há ligação. Confirme o nome e marque a chegada: este dispositivo envia-a depois.',
      },
      'had-cancelled': {
        title: 'Tinha cancelado',
        advice: 'A pessoa cancelou esta marcação. Se ainda for possível atendê-la, marque a chegada.',
      },
      'another-time': {
        title: 'Quer outra data',
        advice: 'A pessoa pediu outra data. Se esta se mantiver, marque a chegada.',
      },
      expected: { title: 'Chegada prevista', advice: 'Confirme o nome e marque a chegada.' },
      arrived: { title: 'Chegada registada', advice: 'Marcada: {at}.' },
      'already-arrived': { title: 'Chegada já registada', advice: 'Já marcada antes: {at}. Não há mais nada a fazer.' },
      'too-early': {
        title: 'Cedo demais',
        advice: 'A chegada pode ser marcada a partir de: {at}. Peça à pessoa que espere ou marque mesmo assim.',
      },
      'too-late': {
        title: 'Tarde demais',
        advice: 'A chegada podia ser marcada até: {at}. Fale com a equipa do médico.',
      },
      cancelled: { title: 'Marcação cancelada', advice: 'Esta marcação foi cancelada. Ofereça uma nova.' },
      moved: { title: 'A clínica mudou esta marcação', advice: 'Já não é a esta hora. Procure a marcação pelo nome.' },
      outdated: {
        title: 'Código antigo',
        advice: 'A pessoa voltou a responder e tem um código mais recente. Confirme o nome e a hora.',
      },
      ended: { title: 'Já não é válida', advice: 'A clínica cancelou ou mudou esta marcação. Procure-a pelo nome.' },
      expired: {
        title: 'Expirado',
        advice: 'Este código já não é válido. Confirme o nome e a hora, ou procure a marcação pelo nome.',
      },
      unknown: {
        title: 'Código desconhecido',
        advice:
          'Nenhuma marcação confirmada em {clinic} tem este código. Leia de novo ou procure pelo nome: pode ser de outra clínica.',
      },
      elsewhere: { title: 'Outra clínica', advice: 'Esta marcação é em {clinic}. Indique o caminho.' },
      'no-connection': {
        title: 'Sem ligação',
        advice:
          'Não é possível contactar o serviço, por isso não se pode verificar agora. A nova tentativa é automática.',
      },
      busy: { title: 'Um momento', advice: 'O serviço está ocupado. A nova tentativa é automática.' },
      'not-allowed': {
        title: 'Sem permissão',
        advice: 'Este dispositivo não pode fazer isso. Peça outro token de acesso a quem gere o serviço.',
      },
      'not-this-clinic': {
        title: 'Clínica não permitida',
        advice: 'Este dispositivo já não pode trabalhar para {clinic}. Entre de novo.',
      },
      failed: { title: 'Falhou', advice: 'Tente de novo. Se continuar, avise quem gere o serviço.' },
    },
  },
  es: {
    title: 'Recepción',
    scanning: 'Leer código',
    connection: {
      connecting: 'Conectando\u00a0…',
      live: 'Conectado',
      lost: 'Sin conexión. Se intenta de nuevo\u00a0…',
    },
    startCamera: 'Leer con la cámara',
    stopCamera: 'Parar la cámara',
    cameraView: 'Lo que ve la cámara',
    cameraChoice: 'Cámara',
    turnSoundOn: 'Activar el sonido',
    turnSoundOff: 'Desactivar el sonido',
    camera: {
      off: '',
      starting: 'Iniciando la cámara\u00a0…',
      on: 'Muestre el código QR a la cámara.',
      lost: 'La cámara se ha desconectado. Se usará de nuevo en cuanto vuelva.',
      denied: 'Esta página no puede usar la cámara. Permítalo en los ajustes del navegador para este sitio.',
      none: 'No se encontró ninguna cámara. Conecte una o escriba el código.',
      insecure:
        'Sin TLS (https), el navegador no permite la cámara en esta página. Hable con quien administra el servicio o escriba el código.',
    },
    fromPicture: 'De una imagen',
    noCodeInPicture: 'No se puede leer un código QR en esta imagen. Pruebe con una más nítida.',
    code: 'Código, escrito o de un lector',
    look: 'Buscar',
    verdict: 'Resultado',
    ready: 'Listo',
    readyHint: 'Lea o escriba un código, o elija un nombre.',
    looking: 'Buscando\u00a0…',
    markArrived: 'Marcar llegada',
    markAnyway: 'Marcar de todos modos',
    anywayReasons: ['Se le puede atender ahora', 'Acordado por teléfono', 'La respuesta fue un error'],
    doNotMark: 'No marcar',
    anotherDay: 'Esta cita es otro día. Compruebe la fecha con la persona.',
    newTime: 'Nueva hora: {at}.',
    fromDevice: 'Sin conexión: esto es lo que sabe este dispositivo.',
    notMarked: 'Llegada no marcada:',
    kept: 'Guardada, aún sin enviar:',
    unchecked: 'Aún sin comprobar:',
    loseKept: (count) => `Llegadas aún sin enviar: ${count}. ¿Salir y perderlas?`,
    arrivals: 'Llegadas de hoy',
    noArrivals: 'Nadie todavía.',
    today: 'Hoy',
    loading: 'Cargando\u00a0…',
    wrongClock: 'La fecha de este dispositivo no es correcta. Ajuste el reloj para ver las citas de hoy.',
    noVisits: 'No hay citas hoy.',
    find: 'Nombre, número o nacimiento',
    found: (count) => (count === 0 ? 'Ningún resultado hoy.' : `Encontrados: ${count}`),
    earlier: (count) => `Antes: ${count}`,
    later: (count) => `Después: ${count}`,
    onAnotherDay: 'Hoy no, pero cerca:',
    remedies: {
      open: 'Abrir la nueva cita',
      find: 'Buscar por nombre',
      again: 'Buscar de nuevo',
      'sign-in': 'Volver a entrar',
      discard: 'No enviar',
    },
    undo: 'Anular la llegada',
    reason: 'Motivo',
    undoReasons: ['Otra persona', 'Por error', 'La persona se ha ido'],
    otherReason: 'Otro motivo',
    keepArrival: 'Mantener',
    birthDate: 'Nacimiento',
    citizenId: 'Número de ciudadano',
    contactKey: 'Número de paciente',
    kiosk: {
      title: 'Sala de espera',
      link: 'Página de la sala de espera',
      start: 'Muestre su código QR',
      welcome: 'Le damos la bienvenida',
      here: 'He llegado',
      thanks: 'Gracias. Tome asiento, por favor.',
      goToDesk: 'Diríjase a la recepción, por favor.',
      noCode: '¿No tiene código? Diríjase a la recepción, por favor.',
      language: 'Idioma',
    },
    outcomes: {
      kept: {
        title: 'Guardada, sin enviar',
        advice: 'Este dispositivo guarda la llegada y la envía cuando haya conexión.',
      },
      listed: {
        title: 'En la lista de hoy',
        advice: 'No hay conexión. Compruebe el nombre y marque la llegada: este dispositivo la envía después.',
      },
      'had-cancelled': {
        title: 'Había cancelado',
        advice: 'La persona canceló esta cita. Si aún se le puede atender, marque la llegada.',
      },
      'another-time': {
        title: 'Quiere otra fecha',
        advice: 'La persona pidió otra fecha. Si esta sigue en pie, marque la llegada.',
      },
      expected: { title: 'Llegada prevista', advice: 'Compruebe el nombre y marque la llegada.' },
      arrived: { title: 'Llegada registrada', advice: 'Marcada: {at}.' },
      'already-arrived': { title: 'Llegada ya registrada', advice: 'Marcada antes: {at}. No hay nada más que hacer.' },
      'too-early': {
        title: 'Demasiado pronto',
        advice: 'La llegada se puede marcar a partir de: {at}. Pida a la persona que espere o márquela de todos modos.',
      },
      'too-late': {
        title: 'Demasiado tarde',
        advice: 'La llegada se podía marcar hasta: {at}. Hable con el equipo del médico.',
      },
      cancelled: { title: 'Cita cancelada', advice: 'Esta cita fue cancelada. Ofrezca una nueva.' },
      moved: { title: 'La clínica cambió esta cita', advice: 'Ya no es a esta hora. Busque la cita por el nombre.' },
      outdated: {
        title: 'Código antiguo',
        advice: 'La persona ha vuelto a responder y tiene un código más reciente. Compruebe el nombre y la hora.',
      },
      ended: { title: 'Ya no es válida', advice: 'La clínica canceló o cambió esta cita. Búsquela por el nombre.' },
      expired: {
        title: 'Caducado',
        advice: 'Este código ya no es válido. Compruebe el nombre y la hora, o busque la cita por el nombre.',
      },
      unknown: {
        title: 'Código desconocido',
        advice:
          'Ninguna cita confirmada en {clinic} tiene este código. Léalo de nuevo o busque por el nombre: puede ser de otra clínica.',
      },
      elsewhere: { title: 'Otra clínica', advice: 'Esta cita es en {clinic}. Indique el camino.' },
      'no-connection': {
        title: 'Sin conexión',
        advice:
          'No se puede conectar con el servicio, así que ahora no se puede comprobar. Se reintentará automáticamente.',
      },
      busy: { title: 'Un momento', advice: 'El servicio está ocupado. Se reintentará automáticamente.' },
      'not-allowed': {
        title: 'Sin permiso',
        advice: 'Este dispositivo no puede hacer eso. Pida otro token de acceso a quien administra el servicio.',
      },
      'not-this-clinic': {
        title: 'Clínica no permitida',
        advice: 'Este dispositivo ya no puede trabajar para {clinic}. Entre de nuevo.',
      },
      failed: { title: 'Ha fallado', advice: 'Inténtelo de nuevo. Si continúa, avise a quien administra el servicio.' },
    },
  },
  fr: {
    title: 'Accueil',
    scanning: 'Lire un code',
    connection: { connecting: 'Connexion\u00a0…', live: 'Connecté', lost: 'Pas de connexion. Nouvel essai\u00a0…' },
    startCamera: 'Lire avec la caméra',
    stopCamera: 'Arrêter la caméra',
    cameraView: 'Ce que voit la caméra',
    cameraChoice: 'Caméra',
    turnSoundOn: 'Activer le son',
    turnSoundOff: 'Désactiver le son',
    camera: {
      off: '',
      starting: 'Démarrage de la caméra\u00a0…',
      on: 'Présentez le code QR à la caméra.',
      lost: 'La caméra est déconnectée. Elle reprendra dès qu’elle sera rebranchée.',
      denied: 'Cette page ne peut pas utiliser la caméra. Autorisez-la dans les réglages du navigateur pour ce site.',
      none: 'Aucune caméra trouvée. Branchez-en une ou saisissez le code.',
      insecure:
        'Sans TLS (https), le navigateur ne permet pas la caméra sur cette page. Voyez avec la personne qui gère le service, ou saisissez le code.',
    },
    fromPicture: 'Depuis une image',
    noCodeInPicture: 'Aucun code QR lisible dans cette image. Essayez-en une plus nette.',
    code: 'Code, saisi ou venant d’un lecteur',
    look: 'Chercher',
    verdict: 'Résultat',
    ready: 'Prêt',
    readyHint: 'Lisez ou saisissez un code, ou choisissez un nom.',
    looking: 'Recherche\u00a0…',
    markArrived: 'Marquer l’arrivée',
    markAnyway: 'Marquer quand même',
    anywayReasons: ['Peut être reçue maintenant', 'Convenu par téléphone', 'La réponse était une erreur'],
    doNotMark: 'Ne pas marquer',
    anotherDay: 'Ce rendez-vous est un autre jour. Vérifiez la date avec la personne.',
    newTime: 'Nouvel horaire\u00a0: {at}.',
    fromDevice: 'Pas de connexion\u00a0: voici ce que sait cet appareil.',
    notMarked: 'Arrivée non marquée\u00a0:',
    kept: 'Conservée, pas encore envoyée\u00a0:',
    unchecked: 'Pas encore vérifiés\u00a0:',
    loseKept: (count) => `Arrivées pas encore envoyées\u00a0: ${count}. Se déconnecter et les perdre\u00a0?`,
    arrivals: 'Arrivées du jour',
    noArrivals: 'Personne pour l’instant.',
    today: 'Aujourd’hui',
    loading: 'Chargement\u00a0…',
    wrongClock: 'La date de cet appareil est fausse. Réglez son horloge pour voir les rendez-vous du jour.',
    noVisits: 'Aucun rendez-vous aujourd’hui.',
    find: 'Nom, numéro ou date de naissance',
    found: (count) => (count === 0 ? 'Aucun résultat aujourd’hui.' : `Trouvés\u00a0: ${count}`),
    earlier: (count) => `Plus tôt\u00a0: ${count}`,
    later: (count) => `Plus tard\u00a0: ${count}`,
    onAnotherDay: 'Pas aujourd’hui, mais à un jour près\u00a0:',
    remedies: {
      open: 'Ouvrir le nouveau rendez-vous',
      find: 'Chercher par nom',
      again: 'Chercher à nouveau',
      'sign-in': 'Se reconnecter',
      discard: 'Ne pas l’envoyer',
    },
    undo: 'Annuler l’arrivée',
    reason: 'Motif',
    undoReasons: ['Une autre personne', 'Par erreur', 'La personne est repartie'],
    otherReason: 'Autre motif',
    keepArrival: 'La garder',
    birthDate: 'Naissance',
    citizenId: 'Numéro de citoyen',
    contactKey: 'Numéro de patient',
    kiosk: {
      title: 'Salle d’attente',
      link: 'Page de la salle d’attente',
      start: 'Présentez votre code QR',
      welcome: 'Bienvenue',
      here: 'Je suis là',
      thanks: 'Merci. Veuillez vous asseoir.',
      goToDesk: 'Veuillez vous adresser à l’accueil.',
      noCode: 'Pas de code\u00a0? Veuillez vous adresser à l’accueil.',
      language: 'Langue',
    },
    outcomes: {
      kept: {
        title: 'Conservée, pas envoyée',
        advice: 'Cet appareil conserve l’arrivée et l’envoie dès que la connexion revient.',
      },
      listed: {
        title: 'Sur la liste du jour',
        advice:
          'Il n’y a pas de connexion. Vérifiez le nom, puis marquez l’arrivée\u00a0: cet appareil l’enverra plus tard.',
      },
      'had-cancelled': {
        title: 'Avait annulé',
        advice: 'La personne a annulé ce rendez-vous. Si elle peut encore être reçue, marquez l’arrivée.',
      },
      'another-time': {
        title: 'Demande une autre date',
        advice: 'La personne a demandé une autre date. Si celle-ci tient toujours, marquez l’arrivée.',
      },
      expected: { title: 'Arrivée attendue', advice: 'Vérifiez le nom, puis marquez l’arrivée.' },
      arrived: { title: 'Arrivée enregistrée', advice: 'Marquée\u00a0: {at}.' },
      'already-arrived': {
        title: 'Arrivée déjà enregistrée',
        advice: 'Marquée auparavant\u00a0: {at}. Il n’y a rien d’autre à faire.',
      },
      'too-early': {
        title: 'Trop tôt',
        advice:
          'L’arrivée peut être marquée à partir de\u00a0: {at}. Faites patienter la personne, ou marquez quand même.',
      },
      'too-late': {
        title: 'Trop tard',
        advice: 'L’arrivée pouvait être marquée jusqu’à\u00a0: {at}. Voyez avec l’équipe du médecin.',
      },
      cancelled: { title: 'Rendez-vous annulé', advice: 'Ce rendez-vous a été annulé. Proposez-en un nouveau.' },
      moved: {
        title: 'La clinique a déplacé ce rendez-vous',
        advice: 'Il n’est plus à cet horaire. Cherchez le rendez-vous par le nom.',
      },
      outdated: {
        title: 'Code périmé',
        advice: 'La personne a répondu à nouveau et a un code plus récent. Vérifiez le nom et l’heure.',
      },
      ended: {
        title: 'Plus valable',
        advice: 'La clinique a annulé ou déplacé ce rendez-vous. Cherchez-le par le nom.',
      },
      expired: {
        title: 'Expiré',
        advice: 'Ce code n’est plus valable. Vérifiez le nom et l’heure, ou cherchez le rendez-vous par le nom.',
      },
      unknown: {
        title: 'Code inconnu',
        advice:
          'Aucun rendez-vous confirmé à {clinic} n’a ce code. Relisez-le ou cherchez par le nom\u00a0: il est peut-être d’une autre clinique.',
      },
      elsewhere: { title: 'Autre clinique', advice: 'Ce rendez-vous est à {clinic}. Indiquez le chemin.' },
      'no-connection': {
        title: 'Pas de connexion',
        advice:
          'Le service est injoignable\u00a0: impossible de vérifier maintenant. Un nouvel essai se fait automatiquement.',
      },
      busy: { title: 'Un instant', advice: 'Le service est occupé. Un nouvel essai se fait automatiquement.' },
      'not-allowed': {
        title: 'Non autorisé',
        advice:
          'Cet appareil ne peut pas faire cela. Demandez un autre jeton d’accès à la personne qui gère le service.',
      },
      'not-this-clinic': {
        title: 'Clinique non autorisée',
        advice: 'Cet appareil ne peut plus travailler pour {clinic}. Connectez-vous de nouveau.',
      },
      failed: { title: 'Échec', advice: 'Réessayez. Si cela continue, prévenez la personne qui gère le service.' },
    },
  },
}
