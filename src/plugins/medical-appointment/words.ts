import type { PluginWords } from '../plugin-words.ts'

const pt = { name: 'Consulta', details: { doctor: 'Com', doctor_expertise: 'Especialidade' } }

export const words: PluginWords = {
  en: { name: 'Appointment', details: { doctor: 'With', doctor_expertise: 'Specialty' } },
  pt,
  'pt-BR': pt,
  es: { name: 'Cita', details: { doctor: 'Con', doctor_expertise: 'Especialidad' } },
  fr: { name: 'Rendez-vous', details: { doctor: 'Avec', doctor_expertise: 'Spécialité' } },
}
