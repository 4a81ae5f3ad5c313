import type { Language } from '../../client/words.ts'

interface TaskWords {
  /** The name of a task, by the category and the target of its notices. */
  names: Partial<Record<string, string>>
  /** `{count}` notices, of which `{reached}` reached a contact. */
  counts: string
  shown: string
  allNotices: string
  onlyFailed: string
  noDeliveries: string
}

export const taskWords: Record<Language, TaskWords> = {
  en: {
    names: {
      'medical/appointment': 'Appointment notices',
      'medical/exam': 'Examination notices',
      'medical/vaccination': 'Vaccination invitations',
    },
    counts: 'Notices: {count}, reached: {reached}',
    shown: 'Notices',
    allNotices: 'All notices',
    onlyFailed: 'Only failed ones',
    noDeliveries: 'No address, so nothing was sent.',
  },
  pt: {
    names: {
      'medical/appointment': 'Avisos de consulta',
      'medical/exam': 'Avisos de exame',
      'medical/vaccination': 'Convites para vacinação',
    },
    counts: 'Avisos: {count}, contactados: {reached}',
    shown: 'Avisos',
    allNotices: 'Todos os avisos',
    onlyFailed: 'Só os falhados',
    noDeliveries: 'Sem endereço, por isso nada foi enviado.',
  },
  es: {
    names: {
      'medical/appointment': 'Avisos de cita',
      'medical/exam': 'Avisos de prueba médica',
      'medical/vaccination': 'Invitaciones a vacunarse',
    },
    counts: 'Avisos: {count}, contactados: {reached}',
    shown: 'Avisos',
    allNotices: 'Todos los avisos',
    onlyFailed: 'Solo los fallidos',
    noDeliveries: 'Sin dirección, por lo que no se envió nada.',
  },
  fr: {
    names: {
      'medical/appointment': 'Avis de rendez-vous',
      'medical/exam': 'Avis d’examen',
      'medical/vaccination': 'Invitations à la vaccination',
    },
    counts: 'Avis\u00a0: {count}, joints\u00a0: {reached}',
    shown: 'Avis',
    allNotices: 'Tous les avis',
    onlyFailed: 'Seulement les échecs',
    noDeliveries: 'Pas d’adresse, donc rien n’a été envoyé.',
  },
}
