import type { PluginWords } from '../plugin-words.ts'

const pt = { name: 'Vacinação', details: { place: 'Local', vaccine: 'Vacina' } }

export const words: PluginWords = {
  en: { name: 'Vaccination', details: { place: 'Where', vaccine: 'Vaccine' } },
  pt,
  'pt-BR': pt,
  es: { name: 'Vacunación', details: { place: 'Lugar', vaccine: 'Vacuna' } },
  fr: { name: 'Vaccination', details: { place: 'Lieu', vaccine: 'Vaccin' } },
}
