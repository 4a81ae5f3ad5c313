import type { PluginWords } from '../plugin-words.ts'

export const words: PluginWords = {
  en: { name: 'Vaccination', details: { place: 'Where', vaccine: 'Vaccine' } },
  pt: { name: 'Vacinação', details: { place: 'Local', vaccine: 'Vacina' } },
  es: { name: 'Vacunación', details: { place: 'Lugar', vaccine: 'Vacuna' } },
  fr: { name: 'Vaccination', details: { place: 'Lieu', vaccine: 'Vaccin' } },
}
