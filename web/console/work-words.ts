import type { KeptReply } from '../../client/client.ts'
import type { Language } from '../../client/words.ts'
import type { WorkFault } from './work-fault.ts'
import type { Part, WorklistName } from './worklists.ts'

export type Mark = 'done' | 'done-not' | 'read' | 'read-not'

/** The questions of the page before it saves: for the wish, or for a confirmation. */
export type Asking = 'reschedule' | 'cancel' | 'withdraw'

interface WorkWords {
  tabs: string
  work: string
  figures: string
  needsScope: string
  lists: Record<WorklistName, string>
  parts: Record<Part | 'read', string>
  about: Record<WorklistName, string>
  /** By list and part. */
  empty: Record<string, string>
  onlyReading: string
  failing: string
  /** `{at}` */
  asOf: string
  again: string
  more: string
  close: string
  gone: string
  /** `{day}` */
  born: string
  /** `{key}` */
  key: string
  noWish: string
  /** `{at}` */
  asked: string
  /** `{at}` and `{by}` */
  askedBy: string
  doneBy: string
  readBy: string
  visitAt: string
  noVisit: string
  readAs: Partial<Record<KeptReply['read_as'], string>>
  contactSays: string
  comes: string
  anotherTime: string
  cannotCome: string
  cancelForClinic: string
  marks: Record<Mark, string>
  /** `{name}` and `{at}` */
  questions: Record<Asking, string>
  /** After the question whether the clinic cancels. */
  told: string
  untold: string
  answers: Record<Asking, string>
  leave: string
  discard: string
  /** `{name}` */
  saved: Record<Asking | Mark | 'confirm', string>
  undo: string
  undone: string
  faults: Record<WorkFault, string>
}

/** Fills the holes of a text. */
export const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)

export const workWords: Record<Language, WorkWords> = {
  en: {
    tabs: 'Parts of the console',
    work: 'Work',
    figures: 'Figures',
    needsScope: 'To see the worklists, sign in with an access token that has the scope notifications:read.',
    lists: {
      rescheduling: 'Want another time',
      unanswered: 'Have not answered',
      unreached: 'Could not be reached',
      texts: 'Texts to read',
    },
    parts: { todo: 'To do', done: 'Done', read: 'Read', tomorrow: 'Tomorrow', week: 'Next 7 days' },
    about: {
      rescheduling: 'Agree on a new time, and enter it in your own system. Then mark the request as done.',
      unanswered: 'Call these contacts, and record what they say.',
      unreached:
        'No message about their visit in the next 14 days was sent: it failed or was stopped. Call, or correct the address.',
      texts: 'The service did not take these texts as answers. Read them, and record what they mean.',
    },
    empty: {
      'rescheduling/todo': 'Nobody is waiting for another time. New requests appear here by themselves.',
      'rescheduling/done': 'No request is marked as done.',
      'unanswered/tomorrow': 'Every contact with a visit tomorrow has answered.',
      'unanswered/week': 'Every contact with a visit in the next 7 days has answered.',
      'unreached/todo': 'Every contact with a visit in the next 14 days has a message on its way, or has answered.',
      'texts/todo': 'You have read every text. New texts appear here by themselves.',
      'texts/done': 'No text of the last 30 days is marked as read.',
    },
    onlyReading: 'This access token can only read. To record answers, it needs the scope actions:write.',
    failing: 'No connection to the service, or it is busy.',
    asOf: 'List last updated at {at}.',
    again: 'Try again',
    more: 'Show more',
    close: 'Close',
    gone: 'This entry is no longer in the list. The contact has answered, or somebody has dealt with it.',
    born: 'born {day}',
    key: 'no. {key}',
    noWish: 'No wish given.',
    asked: 'Asked on {at}',
    askedBy: 'Recorded on {at} by {by}',
    doneBy: 'Done on {at} by {by}',
    readBy: 'Read on {at} by {by}',
    visitAt: 'Visit on {at}',
    noVisit: 'It is not clear which visit this text is about.',
    readAs: {
      confirm: 'Means “yes”, but came too late, or fits several visits.',
      reschedule: 'Means “another time”, but came too late, or fits several visits.',
      cancel: 'Means “no”, but came too late, or fits several visits.',
      stop: 'This number receives no more messages: the contact asked for this.',
      start: 'This number receives messages again: the contact asked for this.',
    },
    contactSays: 'The contact says:',
    comes: 'Comes',
    anotherTime: 'Wants another time …',
    cannotCome: 'Cannot come …',
    cancelForClinic: 'Cancel for the clinic …',
    marks: {
      done: 'Mark as done',
      'done-not': 'Move back to To do',
      read: 'Mark as read',
      'read-not': 'Mark as not read',
    },
    questions: {
      reschedule: 'What time would suit {name}? (optional)',
      cancel: 'Has {name} cancelled the visit on {at}? The contact receives no message.',
      withdraw: 'Does the clinic cancel the visit of {name} on {at}? This cannot be undone.',
    },
    told: 'The service tells the contact.',
    untold: 'No message has reached the contact, so the service will not send one. Please call.',
    answers: {
      reschedule: 'Save the wish',
      cancel: 'Yes, the contact cancels',
      withdraw: 'Yes, the clinic cancels',
    },
    leave: 'Back',
    discard: 'Discard',
    saved: {
      confirm: '{name}: confirmed.',
      reschedule: '{name}: wants another time.',
      cancel: '{name}: cancelled by the contact.',
      withdraw: '{name}: cancelled by the clinic.',
      done: '{name}: marked as done.',
      'done-not': '{name}: moved back to To do.',
      read: 'Text of {name}: marked as read.',
      'read-not': 'Text of {name}: marked as not read.',
    },
    undo: 'Undo',
    undone: 'Undone.',
    faults: {
      'no-connection': 'Not saved: no connection to the service. Try again.',
      busy: 'Not saved: the service is busy. Try again in a moment.',
      'signed-out': 'Not saved: this access token has expired or was revoked. Sign in again.',
      'not-allowed': 'Not saved: this access token does not allow it.',
      ended:
        'Not saved: this visit takes no more answers. The contact has arrived, or the visit was cancelled or moved.',
      answered: 'Not saved: the contact has answered since, and no longer asks for another time.',
      'too-late': 'Not saved: the visit has begun, so answers are closed.',
      'not-offered': 'Not saved: visits of this kind do not take this answer.',
      unknown: 'Not saved: the service no longer has this entry.',
      wish: 'Not saved: the text contains characters that the service does not accept.',
      refused: 'Not saved: the service refused it. Try again.',
    },
  },
  pt: {
    tabs: 'Partes da consola',
    work: 'Tarefas',
    figures: 'Números',
    needsScope: 'Para ver as listas de tarefas, entre com um token de acesso com o âmbito notifications:read.',
    lists: {
      rescheduling: 'Querem outra data',
      unanswered: 'Não responderam',
      unreached: 'Não contactados',
      texts: 'SMS por ler',
    },
    parts: { todo: 'Por tratar', done: 'Tratados', read: 'Lidos', tomorrow: 'Amanhã', week: 'Próximos 7 dias' },
    about: {
      rescheduling: 'Combine uma nova data e registe-a no seu próprio sistema. Depois, marque o pedido como tratado.',
      unanswered: 'Telefone a estes contactos e registe o que dizem.',
      unreached:
        'Nenhuma mensagem sobre a marcação dos próximos 14 dias foi enviada: falhou ou foi parada. Telefone ou corrija o endereço.',
      texts: 'O serviço não tomou estes SMS como respostas. Leia-os e registe o que significam.',
    },
    empty: {
      'rescheduling/todo': 'Ninguém espera por outra data. Os novos pedidos aparecem aqui automaticamente.',
      'rescheduling/done': 'Nenhum pedido está marcado como tratado.',
      'unanswered/tomorrow': 'Todos os contactos com marcação para amanhã responderam.',
      'unanswered/week': 'Todos os contactos com marcação nos próximos 7 dias responderam.',
      'unreached/todo':
        'Todos os contactos com marcação nos próximos 14 dias têm uma mensagem a caminho, ou responderam.',
      'texts/todo': 'Todos os SMS estão lidos. Os novos aparecem aqui automaticamente.',
      'texts/done': 'Nenhum SMS dos últimos 30 dias está marcado como lido.',
    },
    onlyReading: 'Este token de acesso só permite ler. Para registar respostas, precisa do âmbito actions:write.',
    failing: 'Sem ligação ao serviço, ou este está ocupado.',
    asOf: 'A lista é das {at}.',
    again: 'Tentar de novo',
    more: 'Mostrar mais',
    close: 'Fechar',
    gone: 'Esta entrada já não está na lista. O contacto respondeu, ou alguém tratou dela.',
    born: 'nasc. {day}',
    key: 'n.º {key}',
    noWish: 'Sem preferência indicada.',
    asked: 'Pedido em {at}',
    askedBy: 'Registado em {at} por {by}',
    doneBy: 'Tratado em {at} por {by}',
    readBy: 'Lido em {at} por {by}',
    visitAt: 'Marcação: {at}',
    noVisit: 'Não é claro a que marcação se refere este SMS.',
    readAs: {
      confirm: 'Significa «sim», mas chegou tarde ou serve para várias marcações.',
      reschedule: 'Significa «outra data», mas chegou tarde ou serve para várias marcações.',
      cancel: 'Significa «não», mas chegou tarde ou serve para várias marcações.',
      stop: 'Este número deixou de receber mensagens, a pedido do contacto.',
      start: 'Este número volta a receber mensagens, a pedido do contacto.',
    },
    contactSays: 'O contacto diz:',
    comes: 'Vem',
    anotherTime: 'Quer outra data …',
    cannotCome: 'Não pode vir …',
    cancelForClinic: 'Cancelar pela clínica …',
    marks: {
      done: 'Marcar como tratado',
      'done-not': 'Marcar como por tratar',
      read: 'Marcar como lido',
      'read-not': 'Marcar como não lido',
    },
    questions: {
      reschedule: 'Quando convém a {name}? (opcional)',
      cancel: '{name} cancelou a marcação de {at}? O contacto não recebe nenhuma mensagem.',
      withdraw: 'A clínica cancela a marcação de {name} em {at}? Não é possível anular.',
    },
    told: 'O serviço avisa o contacto.',
    untold: 'Nenhuma mensagem chegou ao contacto, por isso o serviço não enviará nenhuma. Telefone-lhe.',
    answers: {
      reschedule: 'Guardar o pedido',
      cancel: 'Sim, o contacto cancela',
      withdraw: 'Sim, a clínica cancela',
    },
    leave: 'Voltar',
    discard: 'Descartar',
    saved: {
      confirm: '{name}: confirmou.',
      reschedule: '{name}: quer outra data.',
      cancel: '{name}: cancelou.',
      withdraw: '{name}: a clínica cancelou.',
      done: '{name}: marcado como tratado.',
      'done-not': '{name}: marcado como por tratar.',
      read: 'SMS de {name}: marcado como lido.',
      'read-not': 'SMS de {name}: marcado como não lido.',
    },
    undo: 'Anular',
    undone: 'Anulado.',
    faults: {
      'no-connection': 'Não foi guardado: sem ligação ao serviço. Tente de novo.',
      busy: 'Não foi guardado: o serviço está ocupado. Tente de novo dentro de momentos.',
      'signed-out': 'Não foi guardado: este token de acesso expirou ou foi revogado. Entre de novo.',
      'not-allowed': 'Não foi guardado: este token de acesso não o permite.',
      ended:
        'Não foi guardado: esta marcação já não aceita respostas. O contacto chegou, ou a marcação foi cancelada ou mudada.',
      answered: 'Não foi guardado: entretanto o contacto respondeu e já não pede outra data.',
      'too-late': 'Não foi guardado: a marcação já começou e não aceita respostas.',
      'not-offered': 'Não foi guardado: este tipo de marcação não aceita esta resposta.',
      unknown: 'Não foi guardado: o serviço já não tem esta entrada.',
      wish: 'Não foi guardado: o texto tem caracteres que o serviço não aceita.',
      refused: 'Não foi guardado: o serviço recusou. Tente de novo.',
    },
  },
  es: {
    tabs: 'Partes de la consola',
    work: 'Tareas',
    figures: 'Cifras',
    needsScope: 'Para ver las listas de tareas, entre con un token de acceso con el ámbito notifications:read.',
    lists: {
      rescheduling: 'Quieren otra fecha',
      unanswered: 'No han respondido',
      unreached: 'No contactados',
      texts: 'SMS por leer',
    },
    parts: { todo: 'Pendientes', done: 'Resueltos', read: 'Leídos', tomorrow: 'Mañana', week: 'Próximos 7 días' },
    about: {
      rescheduling:
        'Acuerde una nueva fecha y anótela en su propio sistema. Después, marque la petición como resuelta.',
      unanswered: 'Llame a estos contactos y registre lo que digan.',
      unreached:
        'Ningún mensaje sobre su cita de los próximos 14 días se envió: falló o se detuvo. Llame o corrija la dirección.',
      texts: 'El servicio no tomó estos SMS como respuestas. Léalos y registre lo que significan.',
    },
    empty: {
      'rescheduling/todo': 'Nadie espera otra fecha. Las nuevas peticiones aparecen aquí automáticamente.',
      'rescheduling/done': 'Ninguna petición está marcada como resuelta.',
      'unanswered/tomorrow': 'Todos los contactos con cita mañana han respondido.',
      'unanswered/week': 'Todos los contactos con cita en los próximos 7 días han respondido.',
      'unreached/todo':
        'Todos los contactos con cita en los próximos 14 días tienen un mensaje en camino, o han respondido.',
      'texts/todo': 'Todos los SMS están leídos. Los nuevos aparecen aquí automáticamente.',
      'texts/done': 'Ningún SMS de los últimos 30 días está marcado como leído.',
    },
    onlyReading: 'Este token de acceso solo permite leer. Para registrar respuestas, necesita el ámbito actions:write.',
    failing: 'Sin conexión con el servicio, o este está ocupado.',
    asOf: 'La lista es de las {at}.',
    again: 'Intentar de nuevo',
    more: 'Mostrar más',
    close: 'Cerrar',
    gone: 'Esta entrada ya no está en la lista. El contacto ha respondido, o alguien la ha resuelto.',
    born: 'nac. {day}',
    key: 'n.º {key}',
    noWish: 'Sin preferencia indicada.',
    asked: 'Pedido el {at}',
    askedBy: 'Registrado el {at} por {by}',
    doneBy: 'Resuelto el {at} por {by}',
    readBy: 'Leído el {at} por {by}',
    visitAt: 'Cita: {at}',
    noVisit: 'No está claro a qué cita se refiere este SMS.',
    readAs: {
      confirm: 'Significa «sí», pero llegó tarde o vale para varias citas.',
      reschedule: 'Significa «otra fecha», pero llegó tarde o vale para varias citas.',
      cancel: 'Significa «no», pero llegó tarde o vale para varias citas.',
      stop: 'Este número ya no recibe mensajes, a petición del contacto.',
      start: 'Este número vuelve a recibir mensajes, a petición del contacto.',
    },
    contactSays: 'El contacto dice:',
    comes: 'Viene',
    anotherTime: 'Quiere otra fecha …',
    cannotCome: 'No puede venir …',
    cancelForClinic: 'Cancelar por la clínica …',
    marks: {
      done: 'Marcar como resuelto',
      'done-not': 'Volver a pendientes',
      read: 'Marcar como leído',
      'read-not': 'Marcar como no leído',
    },
    questions: {
      reschedule: '¿Cuándo le conviene a {name}? (opcional)',
      cancel: '¿{name} ha cancelado la cita del {at}? El contacto no recibe ningún mensaje.',
      withdraw: '¿La clínica cancela la cita de {name} del {at}? No se puede deshacer.',
    },
    told: 'El servicio avisa al contacto.',
    untold: 'Ningún mensaje ha llegado al contacto, por lo que el servicio no enviará ninguno. Llame al contacto.',
    answers: {
      reschedule: 'Guardar la petición',
      cancel: 'Sí, el contacto cancela',
      withdraw: 'Sí, la clínica cancela',
    },
    leave: 'Volver',
    discard: 'Descartar',
    saved: {
      confirm: '{name}: ha confirmado.',
      reschedule: '{name}: quiere otra fecha.',
      cancel: '{name}: ha cancelado.',
      withdraw: '{name}: la clínica ha cancelado.',
      done: '{name}: marcado como resuelto.',
      'done-not': '{name}: de nuevo pendiente.',
      read: 'SMS de {name}: marcado como leído.',
      'read-not': 'SMS de {name}: marcado como no leído.',
    },
    undo: 'Deshacer',
    undone: 'Deshecho.',
    faults: {
      'no-connection': 'No se ha guardado: sin conexión con el servicio. Inténtelo de nuevo.',
      busy: 'No se ha guardado: el servicio está ocupado. Inténtelo de nuevo en un momento.',
      'signed-out': 'No se ha guardado: este token de acceso ha caducado o fue revocado. Entre de nuevo.',
      'not-allowed': 'No se ha guardado: este token de acceso no lo permite.',
      ended:
        'No se ha guardado: esta cita ya no admite respuestas. El contacto ha llegado, o la cita se canceló o se movió.',
      answered: 'No se ha guardado: entretanto el contacto ha respondido y ya no pide otra fecha.',
      'too-late': 'No se ha guardado: la cita ya ha empezado y no admite respuestas.',
      'not-offered': 'No se ha guardado: este tipo de cita no admite esta respuesta.',
      unknown: 'No se ha guardado: el servicio ya no tiene esta entrada.',
      wish: 'No se ha guardado: el texto tiene caracteres que el servicio no admite.',
      refused: 'No se ha guardado: el servicio lo ha rechazado. Inténtelo de nuevo.',
    },
  },
  fr: {
    tabs: 'Parties de la console',
    work: 'À faire',
    figures: 'Chiffres',
    needsScope: 'Pour voir les listes, connectez-vous avec un jeton d’accès qui a la portée notifications:read.',
    lists: {
      rescheduling: 'Souhaitent une autre date',
      unanswered: 'N’ont pas répondu',
      unreached: 'Non joints',
      texts: 'SMS à lire',
    },
    parts: { todo: 'À traiter', done: 'Traités', read: 'Lus', tomorrow: 'Demain', week: '7 prochains jours' },
    about: {
      rescheduling:
        'Convenez d’une nouvelle date et notez-la dans votre propre système. Puis marquez la demande comme traitée.',
      unanswered: 'Appelez ces contacts et enregistrez leur réponse.',
      unreached:
        'Aucun message sur leur rendez-vous des 14 prochains jours n’est parti\u00a0: il a échoué ou a été arrêté. Appelez ou corrigez l’adresse.',
      texts: 'Le service n’a pas pris ces SMS pour des réponses. Lisez-les et enregistrez ce qu’ils signifient.',
    },
    empty: {
      'rescheduling/todo': 'Personne n’attend une autre date. Les nouvelles demandes apparaissent ici d’elles-mêmes.',
      'rescheduling/done': 'Aucune demande n’est marquée comme traitée.',
      'unanswered/tomorrow': 'Tous les contacts qui ont rendez-vous demain ont répondu.',
      'unanswered/week': 'Tous les contacts qui ont rendez-vous dans les 7 prochains jours ont répondu.',
      'unreached/todo':
        'Tous les contacts qui ont rendez-vous dans les 14 prochains jours ont un message en route, ou ont répondu.',
      'texts/todo': 'Tous les SMS sont lus. Les nouveaux apparaissent ici d’eux-mêmes.',
      'texts/done': 'Aucun SMS des 30 derniers jours n’est marqué comme lu.',
    },
    onlyReading: 'Ce jeton d’accès ne permet que la lecture. Pour enregistrer des réponses, il faut actions:write.',
    failing: 'Pas de connexion au service, ou il est occupé.',
    asOf: 'Liste mise à jour à {at}.',
    again: 'Réessayer',
    more: 'Afficher plus',
    close: 'Fermer',
    gone: 'Cette entrée n’est plus dans la liste. Le contact a répondu, ou quelqu’un l’a traitée.',
    born: 'né(e) le {day}',
    key: 'n° {key}',
    noWish: 'Aucun souhait indiqué.',
    asked: 'Demandé le {at}',
    askedBy: 'Enregistré le {at} par {by}',
    doneBy: 'Traité le {at} par {by}',
    readBy: 'Lu le {at} par {by}',
    visitAt: 'Rendez-vous\u00a0: {at}',
    noVisit: 'On ne sait pas de quel rendez-vous parle ce SMS.',
    readAs: {
      confirm: 'Signifie «\u00a0oui\u00a0», mais est arrivé trop tard ou vaut pour plusieurs rendez-vous.',
      reschedule:
        'Signifie «\u00a0une autre date\u00a0», mais est arrivé trop tard ou vaut pour plusieurs rendez-vous.',
      cancel: 'Signifie «\u00a0non\u00a0», mais est arrivé trop tard ou vaut pour plusieurs rendez-vous.',
      stop: 'Ce numéro ne reçoit plus de messages, à la demande du contact.',
      start: 'Ce numéro reçoit de nouveau des messages, à la demande du contact.',
    },
    contactSays: 'Le contact dit\u00a0:',
    comes: 'Vient',
    anotherTime: 'Souhaite une autre date\u00a0…',
    cannotCome: 'Ne peut pas venir\u00a0…',
    cancelForClinic: 'Annuler au nom de la clinique\u00a0…',
    marks: {
      done: 'Marquer comme traité',
      'done-not': 'Remettre à traiter',
      read: 'Marquer comme lu',
      'read-not': 'Marquer comme non lu',
    },
    questions: {
      reschedule: 'Quel moment convient à {name}\u00a0? (facultatif)',
      cancel: '{name} a annulé le rendez-vous du {at}\u00a0? Le contact ne reçoit pas de message.',
      withdraw: 'La clinique annule le rendez-vous de {name} du {at}\u00a0? C’est irréversible.',
    },
    told: 'Le service prévient le contact.',
    untold: 'Aucun message n’a atteint le contact, le service n’en enverra donc pas. Appelez le contact.',
    answers: {
      reschedule: 'Enregistrer le souhait',
      cancel: 'Oui, le contact annule',
      withdraw: 'Oui, la clinique annule',
    },
    leave: 'Retour',
    discard: 'Abandonner',
    saved: {
      confirm: '{name}\u00a0: confirmé.',
      reschedule: '{name}\u00a0: souhaite une autre date.',
      cancel: '{name}\u00a0: annulé par le contact.',
      withdraw: '{name}\u00a0: annulé par la clinique.',
      done: '{name}\u00a0: marqué comme traité.',
      'done-not': '{name}\u00a0: de nouveau à traiter.',
      read: 'SMS de {name}\u00a0: marqué comme lu.',
      'read-not': 'SMS de {name}\u00a0: marqué comme non lu.',
    },
    undo: 'Rétablir',
    undone: 'Modification annulée.',
    faults: {
      'no-connection': 'Non enregistré\u00a0: pas de connexion au service. Réessayez.',
      busy: 'Non enregistré\u00a0: le service est occupé. Réessayez dans un moment.',
      'signed-out': 'Non enregistré\u00a0: ce jeton d’accès est expiré ou révoqué. Reconnectez-vous.',
      'not-allowed': 'Non enregistré\u00a0: ce jeton d’accès ne le permet pas.',
      ended:
        'Non enregistré\u00a0: ce rendez-vous ne prend plus de réponses. Le contact est arrivé, ou le rendez-vous a été annulé ou déplacé.',
      answered: 'Non enregistré\u00a0: le contact a répondu entre-temps et ne demande plus d’autre date.',
      'too-late': 'Non enregistré\u00a0: le rendez-vous a commencé et ne prend plus de réponses.',
      'not-offered': 'Non enregistré\u00a0: ce type de rendez-vous ne prend pas cette réponse.',
      unknown: 'Non enregistré\u00a0: le service n’a plus cette entrée.',
      wish: 'Non enregistré\u00a0: le texte contient des caractères que le service n’accepte pas.',
      refused: 'Non enregistré\u00a0: le service a refusé. Réessayez.',
    },
  },
}
