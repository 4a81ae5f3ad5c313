import type { Health } from '../http/health.ts'
import type { Language } from '../languages/languages.ts'

interface HealthWords extends Record<Health['status'] | 'unavailable', { title: string; what: string }> {
  process: string
  runs: string
  database: string
  responds: string
  doesNotRespond: string
  primaryAway: string
  /** Precedes the names of the nodes. */
  nodesAway: string
  /** Precedes the links for monitoring systems. */
  machines: string
  back: string
}

export const healthWords: Record<Language, HealthWords> = {
  en: {
    ok: { title: 'Rollcall works', what: 'Contacts can answer, and the clinic’s system gets its responses.' },
    degraded: {
      title: 'Rollcall works in part',
      what: 'A part of the database does not respond. Operators find the reason in the log of the service.',
    },
    unavailable: {
      title: 'Rollcall is not ready',
      what: 'Try again in a minute. Operators find the reason in the log of the service.',
    },
    process: 'Service',
    runs: 'Runs',
    database: 'Database',
    responds: 'Responds',
    doesNotRespond: 'Does not respond, or is being upgraded',
    primaryAway: 'Can be read, but not changed: the primary does not respond',
    nodesAway: 'These nodes do not respond:',
    machines: 'For monitoring:',
    back: 'First page',
  },
  pt: {
    ok: {
      title: 'O Rollcall está a funcionar',
      what: 'Os contactos podem responder, e o sistema da clínica recebe as respostas.',
    },
    degraded: {
      title: 'O Rollcall funciona em parte',
      what: 'Uma parte da base de dados não responde. O motivo está no registo do serviço.',
    },
    unavailable: {
      title: 'O Rollcall não está pronto',
      what: 'Tente de novo dentro de um minuto. O motivo está no registo do serviço.',
    },
    process: 'Serviço',
    runs: 'Em execução',
    database: 'Base de dados',
    responds: 'Responde',
    doesNotRespond: 'Não responde, ou está a ser atualizada',
    primaryAway: 'Pode ser lida, mas não alterada: o servidor principal não responde',
    nodesAway: 'Estes nós não respondem:',
    machines: 'Para monitorização:',
    back: 'Página inicial',
  },
  es: {
    ok: {
      title: 'Rollcall funciona',
      what: 'Los contactos pueden responder, y el sistema de la clínica recibe las respuestas.',
    },
    degraded: {
      title: 'Rollcall funciona en parte',
      what: 'Una parte de la base de datos no responde. El motivo está en el registro del servicio.',
    },
    unavailable: {
      title: 'Rollcall no está listo',
      what: 'Inténtelo de nuevo dentro de un minuto. El motivo está en el registro del servicio.',
    },
    process: 'Servicio',
    runs: 'En marcha',
    database: 'Base de datos',
    responds: 'Responde',
    doesNotRespond: 'No responde, o se está actualizando',
    primaryAway: 'Se puede leer, pero no modificar: el servidor principal no responde',
    nodesAway: 'Estos nodos no responden:',
    machines: 'Para la monitorización:',
    back: 'Página de inicio',
  },
  fr: {
    ok: {
      title: 'Rollcall fonctionne',
      what: 'Les contacts peuvent répondre, et le système de la clinique reçoit les réponses.',
    },
    degraded: {
      title: 'Rollcall fonctionne en partie',
      what: 'Une partie de la base de données ne répond pas. Le journal du service en donne la raison.',
    },
    unavailable: {
      title: 'Rollcall n’est pas prêt',
      what: 'Réessayez dans une minute. Le journal du service en donne la raison.',
    },
    process: 'Service',
    runs: 'En marche',
    database: 'Base de données',
    responds: 'Répond',
    doesNotRespond: 'Ne répond pas, ou est en cours de mise à niveau',
    primaryAway: 'Lecture possible, mais aucune modification\u00a0: le serveur principal ne répond pas',
    nodesAway: 'Ces nœuds ne répondent pas\u00a0:',
    machines: 'Pour la supervision\u00a0:',
    back: 'Page d’accueil',
  },
}
