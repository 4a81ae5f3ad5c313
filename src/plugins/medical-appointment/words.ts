import type { PluginWords } from '../plugin-words.ts'

export const words: PluginWords = {
  en: { name: 'Appointment', details: { doctor: 'With', doctor_expertise: 'Specialty' } },
  pt: { name: 'Consulta', details: { doctor: 'Com', doctor_expertise: 'Especialidade' } },
  es: { name: 'Cita', details: { doctor: 'Con', doctor_expertise: 'Especialidad' } },
  fr: { name: 'Rendez-vous', details: { doctor: 'Avec', doctor_expertise: 'Spécialité' } },
}
