import type { NotificationStatus } from '../../client/client.ts'
import type { Language } from '../../client/words.ts'
import type { Connection } from '../follow.ts'
import type { ActionName, Unit } from './figures.ts'
import type { presets } from './period.ts'
import type { List } from './use-list.ts'

type Delivery = NotificationStatus['deliveries'][number]
type DeliveryState = Delivery['state']

interface ConsoleWords {
  title: string
  timeZone: string
  period: string
  presets: Record<keyof typeof presets, string>
  from: string
  to: string
  failing: string
  nothingInPeriod: string
  /** `{day}` is the day. */
  toLatest: string
  actions: Record<ActionName, string>
  happened: string
  by: Record<Unit, string>
  byHour: string
  byLead: string
  units: Record<Unit, string>
  day: string
  hour: string
  daysBefore: string
  table: string
  total: string
  inTheTable: string
  records: string
  allDays: string
  all: string
  action: string
  channel: string
  channels: Partial<Record<string, string>>
  search: string
  searchHint: string
  /** `{rows}` records. */
  listStates: Record<List['state'], string>
  /** Of actions that were recorded since the list was read. */
  showFresh: string
  /** The search has found `{rows}` records on `{days}` of `{all}` days. */
  searchStates: Record<List['state'], string>
  stop: string
  goOn: string
  more: string
  again: string
  download: Record<'ready' | 'reading' | 'failed', string>
  time: string
  contact: string
  appointment: string
  externalId: string
  contactId: string
  state: string
  states: Record<NotificationStatus['state'], string>
  wish: string
  deliveries: string
  deliveryStates: Record<DeliveryState, string>
  reason: string
  /** The reasons for which the service stops a delivery, as the API has them. */
  stops: Record<string, string>
  optOuts: Record<NonNullable<Delivery['opted_out']>, string>
  asJson: string
  close: string
  live: string
  connection: Record<Connection, string>
  nothingYet: string
  tasks: string
  noTasks: string
  needsScope: string
}

/** The answers after which the service stops a message. */
const answered = (text: string) => ({ answered: text, confirmed: text, rescheduling: text, cancelled: text })

export const words: Record<Language, ConsoleWords> = {
  en: {
    title: 'Console',
    timeZone: 'Days and times of {zone}',
    period: 'Days',
    presets: {
      today: 'Today',
      yesterday: 'Yesterday',
      lastWeek: '7 days',
      lastMonth: '30 days',
      thisMonth: 'This month',
      previousMonth: 'Last month',
      lastYear: '365 days',
    },
    from: 'From',
    to: 'To',
    failing: 'The service cannot be reached, or is busy. Trying again\u00a0…',
    nothingInPeriod: 'Nothing happened on these days.',
    toLatest: 'Show the 30 days up to the latest action, on {day}',
    actions: {
      confirm: 'Confirmed',
      reschedule: 'Another time',
      cancel: 'Cancelled',
      arrive: 'Arrived',
      annul: 'Arrival annulled',
    },
    happened: 'Actions on these days',
    by: { day: 'Actions by day', week: 'Actions by week', month: 'Actions by month' },
    byHour: 'Actions by hour of the day',
    byLead: 'Answers by days before the appointment',
    day: 'Day',
    units: { day: 'Day', week: 'Week', month: 'Month' },
    hour: 'Hour',
    daysBefore: 'Days before',
    table: 'As a table',
    total: 'Total',
    inTheTable: 'The figures are in the table below.',
    records: 'Actions',
    allDays: 'All days',
    all: 'All',
    action: 'Action',
    channel: 'Channel',
    channels: { mobile: 'Text', email: 'E-mail', desk: 'Desk' },
    search: 'Search',
    searchHint: 'name, number\u00a0…',
    listStates: {
      reading: '{rows} loaded\u00a0…',
      stopped: 'Shown: {rows}.',
      more: 'Shown: {rows}; there may be more.',
      whole: 'Shown: {rows}, which is all.',
      failed: 'The list is incomplete. Try again.',
    },
    showFresh: 'Show new ones: {count}',
    searchStates: {
      reading: 'Days searched: {days} of {all}. Found: {rows}\u00a0…',
      more: 'Days searched: {days} of {all}. Found: {rows}. Show more to continue.',
      stopped: 'Stopped. Days searched: {days} of {all}. Found: {rows}.',
      whole: 'All days searched: {all}. Found: {rows}.',
      failed: 'The search stopped because of an error. Try again.',
    },
    stop: 'Stop',
    goOn: 'Continue the search',
    more: 'Show more',
    again: 'Try again',
    download: { ready: 'Download CSV', reading: 'Downloading\u00a0…', failed: 'Failed. Download again' },
    time: 'Time',
    contact: 'Contact',
    appointment: 'Appointment',
    externalId: 'Your reference',
    contactId: 'Contact’s reference',
    state: 'State now',
    states: {
      open: 'Open',
      confirmed: 'Confirmed',
      rescheduling: 'Asked for another time',
      cancelled: 'Cancelled',
      arrived: 'Arrived',
      superseded: 'Replaced by a newer notice',
      withdrawn: 'Cancelled by the clinic',
      imported: 'Not known (imported)',
    },
    wish: 'Wish',
    deliveries: 'Deliveries',
    deliveryStates: { pending: 'Pending', sent: 'Sent', delivered: 'Delivered', failed: 'Failed', stopped: 'Stopped' },
    reason: 'Reason:',
    stops: {
      ...answered('The contact had already answered.'),
      arrived: 'The contact had already arrived.',
      superseded: 'A newer notice replaced this one.',
      withdrawn: 'The clinic cancelled the visit.',
      'too late': 'The visit was over.',
      'opted out': 'The address receives no messages.',
      'address removed': 'The clinic removed this address from the visit.',
    },
    optOuts: {
      'opt-out': 'This address receives no messages: the contact asked for this.',
      'not-me': 'This address receives no messages: it belongs to another person.',
      staff: 'This address receives no messages: the clinic stopped them.',
    },
    asJson: 'As JSON',
    close: 'Close',
    live: 'Live',
    connection: { connecting: 'Connecting\u00a0…', live: 'Following', lost: 'No connection. Trying again\u00a0…' },
    nothingYet: 'Nobody has answered yet. Each answer will appear here at once.',
    tasks: 'Notices that were sent',
    noTasks: 'No notices were submitted on these days.',
    needsScope: 'To see this section, sign in with an access token that has the scope notifications:read.',
  },
  pt: {
    title: 'Consola',
    timeZone: 'Dias e horas de {zone}',
    period: 'Dias',
    presets: {
      today: 'Hoje',
      yesterday: 'Ontem',
      lastWeek: '7 dias',
      lastMonth: '30 dias',
      thisMonth: 'Este mês',
      previousMonth: 'Mês passado',
      lastYear: '365 dias',
    },
    from: 'De',
    to: 'Até',
    failing: 'Não é possível contactar o serviço, ou está ocupado. A tentar de novo\u00a0…',
    nothingInPeriod: 'Nada aconteceu nestes dias.',
    toLatest: 'Mostrar os 30 dias até à última ação, em {day}',
    actions: {
      confirm: 'Confirmou',
      reschedule: 'Outra data',
      cancel: 'Cancelou',
      arrive: 'Chegou',
      annul: 'Chegada anulada',
    },
    happened: 'Ações nestes dias',
    by: { day: 'Ações por dia', week: 'Ações por semana', month: 'Ações por mês' },
    byHour: 'Ações por hora do dia',
    byLead: 'Respostas por dias antes da marcação',
    day: 'Dia',
    units: { day: 'Dia', week: 'Semana', month: 'Mês' },
    hour: 'Hora',
    daysBefore: 'Dias antes',
    table: 'Em tabela',
    total: 'Total',
    inTheTable: 'Os números estão na tabela abaixo.',
    records: 'Ações',
    allDays: 'Todos os dias',
    all: 'Todas',
    action: 'Ação',
    channel: 'Canal',
    channels: { mobile: 'SMS', email: 'E-mail', desk: 'Receção' },
    search: 'Procurar',
    searchHint: 'nome, número\u00a0…',
    listStates: {
      reading: '{rows} carregadas\u00a0…',
      stopped: 'Mostradas: {rows}.',
      more: '{rows} mostradas; pode haver mais.',
      whole: 'Mostradas: {rows}, que são todas.',
      failed: 'A lista foi interrompida. Tente de novo.',
    },
    showFresh: 'Mostrar novas: {count}',
    searchStates: {
      reading: 'Dias pesquisados: {days} de {all}. Encontradas: {rows}\u00a0…',
      more: 'Dias pesquisados: {days} de {all}. Encontradas: {rows}. Mostre mais para continuar.',
      stopped: 'Parada. Dias pesquisados: {days} de {all}. Encontradas: {rows}.',
      whole: 'Todos os dias pesquisados: {all}. Encontradas: {rows}.',
      failed: 'A pesquisa foi interrompida. Tente de novo.',
    },
    stop: 'Parar',
    goOn: 'Continuar a procurar',
    more: 'Mostrar mais',
    again: 'Tentar de novo',
    download: { ready: 'Descarregar CSV', reading: 'A descarregar\u00a0…', failed: 'Falhou. Descarregar de novo' },
    time: 'Hora',
    contact: 'Contacto',
    appointment: 'Marcação',
    externalId: 'A sua referência',
    contactId: 'Referência do contacto',
    state: 'Estado atual',
    states: {
      open: 'Em aberto',
      confirmed: 'Confirmada',
      rescheduling: 'Pediu outra data',
      cancelled: 'Cancelada',
      arrived: 'Chegou',
      superseded: 'Substituída por um aviso mais recente',
      withdrawn: 'Cancelada pela clínica',
      imported: 'Desconhecido (importado)',
    },
    wish: 'Pedido',
    deliveries: 'Envios',
    deliveryStates: {
      pending: 'Pendente',
      sent: 'Enviado',
      delivered: 'Entregue',
      failed: 'Falhou',
      stopped: 'Parado',
    },
    reason: 'Motivo:',
    stops: {
      ...answered('O contacto já tinha respondido.'),
      arrived: 'O contacto já tinha chegado.',
      superseded: 'Um aviso mais recente substituiu este.',
      withdrawn: 'A clínica cancelou a marcação.',
      'too late': 'A marcação já tinha passado.',
      'opted out': 'O endereço não recebe mensagens.',
      'address removed': 'A clínica retirou este endereço da marcação.',
    },
    optOuts: {
      'opt-out': 'Este endereço não recebe mensagens: o contacto pediu-o.',
      'not-me': 'Este endereço não recebe mensagens: pertence a outra pessoa.',
      staff: 'Este endereço não recebe mensagens: a clínica suspendeu-as.',
    },
    asJson: 'Em JSON',
    close: 'Fechar',
    live: 'Em direto',
    connection: { connecting: 'A ligar\u00a0…', live: 'A acompanhar', lost: 'Sem ligação. A tentar de novo\u00a0…' },
    nothingYet: 'Ainda ninguém respondeu. Cada resposta aparecerá aqui de imediato.',
    tasks: 'Avisos enviados',
    noTasks: 'Não foram recebidos avisos para enviar nestes dias.',
    needsScope: 'Para ver esta secção, entre com um token de acesso com o âmbito notifications:read.',
  },
  es: {
    title: 'Consola',
    timeZone: 'Días y horas de {zone}',
    period: 'Días',
    presets: {
      today: 'Hoy',
      yesterday: 'Ayer',
      lastWeek: '7 días',
      lastMonth: '30 días',
      thisMonth: 'Este mes',
      previousMonth: 'El mes pasado',
      lastYear: '365 días',
    },
    from: 'Desde',
    to: 'Hasta',
    failing: 'No se puede conectar con el servicio, o está ocupado. Se intenta de nuevo\u00a0…',
    nothingInPeriod: 'No pasó nada en estos días.',
    toLatest: 'Mostrar los 30 días hasta la última acción, el {day}',
    actions: {
      confirm: 'Confirmó',
      reschedule: 'Otra fecha',
      cancel: 'Canceló',
      arrive: 'Llegó',
      annul: 'Llegada anulada',
    },
    happened: 'Acciones en estos días',
    by: { day: 'Acciones por día', week: 'Acciones por semana', month: 'Acciones por mes' },
    byHour: 'Acciones por hora del día',
    byLead: 'Respuestas por días antes de la cita',
    day: 'Día',
    units: { day: 'Día', week: 'Semana', month: 'Mes' },
    hour: 'Hora',
    daysBefore: 'Días antes',
    table: 'Como tabla',
    total: 'Total',
    inTheTable: 'Las cifras están en la tabla de abajo.',
    records: 'Acciones',
    allDays: 'Todos los días',
    all: 'Todas',
    action: 'Acción',
    channel: 'Canal',
    channels: { mobile: 'SMS', email: 'Correo', desk: 'Recepción' },
    search: 'Buscar',
    searchHint: 'nombre, número\u00a0…',
    listStates: {
      reading: '{rows} cargadas\u00a0…',
      stopped: 'Mostradas: {rows}.',
      more: '{rows} mostradas; puede haber más.',
      whole: 'Mostradas: {rows}, que son todas.',
      failed: 'La lista se interrumpió. Inténtelo de nuevo.',
    },
    showFresh: 'Mostrar nuevas: {count}',
    searchStates: {
      reading: 'Días revisados: {days} de {all}. Encontradas: {rows}\u00a0…',
      more: 'Días revisados: {days} de {all}. Encontradas: {rows}. Muestre más para seguir.',
      stopped: 'Parada. Días revisados: {days} de {all}. Encontradas: {rows}.',
      whole: 'Todos los días revisados: {all}. Encontradas: {rows}.',
      failed: 'La búsqueda se interrumpió. Inténtelo de nuevo.',
    },
    stop: 'Parar',
    goOn: 'Seguir buscando',
    more: 'Mostrar más',
    again: 'Intentar de nuevo',
    download: { ready: 'Descargar CSV', reading: 'Descargando\u00a0…', failed: 'Falló. Descargar de nuevo' },
    time: 'Hora',
    contact: 'Contacto',
    appointment: 'Cita',
    externalId: 'Su referencia',
    contactId: 'Referencia del contacto',
    state: 'Estado actual',
    states: {
      open: 'Abierta',
      confirmed: 'Confirmada',
      rescheduling: 'Pidió otra fecha',
      cancelled: 'Cancelada',
      arrived: 'Llegó',
      superseded: 'Sustituida por un aviso más reciente',
      withdrawn: 'Cancelada por la clínica',
      imported: 'Desconocido (importado)',
    },
    wish: 'Petición',
    deliveries: 'Envíos',
    deliveryStates: {
      pending: 'Pendiente',
      sent: 'Enviado',
      delivered: 'Entregado',
      failed: 'Falló',
      stopped: 'Parado',
    },
    reason: 'Motivo:',
    stops: {
      ...answered('El contacto ya había respondido.'),
      arrived: 'El contacto ya había llegado.',
      superseded: 'Un aviso más reciente sustituyó a este.',
      withdrawn: 'La clínica canceló la cita.',
      'too late': 'La cita ya había pasado.',
      'opted out': 'La dirección no recibe mensajes.',
      'address removed': 'La clínica retiró esta dirección de la cita.',
    },
    optOuts: {
      'opt-out': 'Esta dirección no recibe mensajes: lo pidió el contacto.',
      'not-me': 'Esta dirección no recibe mensajes: pertenece a otra persona.',
      staff: 'Esta dirección no recibe mensajes: la clínica los ha suspendido.',
    },
    asJson: 'Como JSON',
    close: 'Cerrar',
    live: 'En directo',
    connection: {
      connecting: 'Conectando\u00a0…',
      live: 'Siguiendo',
      lost: 'Sin conexión. Se intenta de nuevo\u00a0…',
    },
    nothingYet: 'Nadie ha respondido todavía. Cada respuesta aparecerá aquí al instante.',
    tasks: 'Avisos enviados',
    noTasks: 'No se recibieron avisos para enviar en estos días.',
    needsScope: 'Para ver esta sección, entre con un token de acceso con el ámbito notifications:read.',
  },
  fr: {
    title: 'Console',
    timeZone: 'Jours et heures de {zone}',
    period: 'Jours',
    presets: {
      today: 'Aujourd’hui',
      yesterday: 'Hier',
      lastWeek: '7 jours',
      lastMonth: '30 jours',
      thisMonth: 'Ce mois-ci',
      previousMonth: 'Le mois dernier',
      lastYear: '365 jours',
    },
    from: 'Du',
    to: 'Au',
    failing: 'Le service est injoignable ou occupé. Nouvel essai\u00a0…',
    nothingInPeriod: 'Rien ne s’est passé ces jours-là.',
    toLatest: 'Afficher les 30 jours jusqu’à la dernière action, le {day}',
    actions: {
      confirm: 'Confirmé',
      reschedule: 'Autre date',
      cancel: 'Annulé',
      arrive: 'Arrivée',
      annul: 'Arrivée annulée',
    },
    happened: 'Actions de ces jours',
    by: { day: 'Actions par jour', week: 'Actions par semaine', month: 'Actions par mois' },
    byHour: 'Actions par heure de la journée',
    byLead: 'Réponses par jours avant le rendez-vous',
    day: 'Jour',
    units: { day: 'Jour', week: 'Semaine', month: 'Mois' },
    hour: 'Heure',
    daysBefore: 'Jours avant',
    table: 'En tableau',
    total: 'Total',
    inTheTable: 'Les chiffres sont dans le tableau ci-dessous.',
    records: 'Actions',
    allDays: 'Tous les jours',
    all: 'Toutes',
    action: 'Action',
    channel: 'Canal',
    channels: { mobile: 'SMS', email: 'E-mail', desk: 'Accueil' },
    search: 'Chercher',
    searchHint: 'nom, numéro\u00a0…',
    listStates: {
      reading: '{rows} chargées\u00a0…',
      stopped: 'Affichées\u00a0: {rows}.',
      more: '{rows} affichées\u00a0; il peut y en avoir d’autres.',
      whole: 'Affichées\u00a0: {rows}, c’est tout.',
      failed: 'La liste s’est interrompue. Réessayez.',
    },
    showFresh: 'Afficher les nouvelles\u00a0: {count}',
    searchStates: {
      reading: 'Jours parcourus\u00a0: {days} sur {all}. Trouvées\u00a0: {rows}\u00a0…',
      more: 'Jours parcourus\u00a0: {days} sur {all}. Trouvées\u00a0: {rows}. Affichez-en plus pour continuer.',
      stopped: 'Arrêtée. Jours parcourus\u00a0: {days} sur {all}. Trouvées\u00a0: {rows}.',
      whole: 'Tous les jours parcourus\u00a0: {all}. Trouvées\u00a0: {rows}.',
      failed: 'La recherche s’est interrompue. Réessayez.',
    },
    stop: 'Arrêter',
    goOn: 'Continuer la recherche',
    more: 'Afficher plus',
    again: 'Réessayer',
    download: {
      ready: 'Télécharger en CSV',
      reading: 'Téléchargement\u00a0…',
      failed: 'Échec. Télécharger de nouveau',
    },
    time: 'Heure',
    contact: 'Contact',
    appointment: 'Rendez-vous',
    externalId: 'Votre référence',
    contactId: 'Référence du contact',
    state: 'État actuel',
    states: {
      open: 'Ouvert',
      confirmed: 'Confirmé',
      rescheduling: 'A demandé une autre date',
      cancelled: 'Annulé',
      arrived: 'Arrivée enregistrée',
      superseded: 'Remplacé par un avis plus récent',
      withdrawn: 'Annulé par la clinique',
      imported: 'Inconnu (importé)',
    },
    wish: 'Souhait',
    deliveries: 'Envois',
    deliveryStates: { pending: 'En attente', sent: 'Envoyé', delivered: 'Remis', failed: 'Échoué', stopped: 'Arrêté' },
    reason: 'Motif\u00a0:',
    stops: {
      ...answered('Le contact avait déjà répondu.'),
      arrived: 'Le contact était déjà arrivé.',
      superseded: 'Un avis plus récent a remplacé celui-ci.',
      withdrawn: 'La clinique a annulé le rendez-vous.',
      'too late': 'Le rendez-vous était passé.',
      'opted out': 'Cette adresse ne reçoit plus de messages.',
      'address removed': 'La clinique a retiré cette adresse du rendez-vous.',
    },
    optOuts: {
      'opt-out': 'Cette adresse ne reçoit pas de messages\u00a0: le contact l’a demandé.',
      'not-me': 'Cette adresse ne reçoit pas de messages\u00a0: elle appartient à une autre personne.',
      staff: 'Cette adresse ne reçoit pas de messages\u00a0: la clinique les a suspendus.',
    },
    asJson: 'En JSON',
    close: 'Fermer',
    live: 'En direct',
    connection: {
      connecting: 'Connexion\u00a0…',
      live: 'Suivi en cours',
      lost: 'Pas de connexion. Nouvel essai\u00a0…',
    },
    nothingYet: 'Personne n’a encore répondu. Chaque réponse apparaîtra ici aussitôt.',
    tasks: 'Avis envoyés',
    noTasks: 'Aucun avis n’a été transmis ces jours-là.',
    needsScope: 'Pour voir cette section, connectez-vous avec un jeton d’accès qui a la portée notifications:read.',
  },
}
