import type { Plugin } from '../plugin.ts'

export const words: Plugin['words'] = {
  en: { name: 'Examination', details: { exam: 'What', place: 'Where', preparation: 'Before you come' } },
  pt: { name: 'Exame', details: { exam: 'O quê', place: 'Onde', preparation: 'Antes de vir' } },
  es: { name: 'Examen', details: { exam: 'Qué', place: 'Dónde', preparation: 'Antes de venir' } },
  fr: { name: 'Examen', details: { exam: 'Quoi', place: 'Où', preparation: 'Avant de venir' } },
}
