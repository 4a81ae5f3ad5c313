import type { PluginWords } from '../plugin-words.ts'

const pt = { name: 'Exame', details: { exam: 'Tipo de exame', place: 'Local', preparation: 'Preparação' } }

export const words: PluginWords = {
  en: { name: 'Examination', details: { exam: 'What', place: 'Where', preparation: 'Before you come' } },
  pt,
  'pt-BR': pt,
  es: { name: 'Prueba médica', details: { exam: 'Tipo de prueba', place: 'Lugar', preparation: 'Preparación' } },
  fr: { name: 'Examen', details: { exam: 'Type d’examen', place: 'Lieu', preparation: 'Avant de venir' } },
}
