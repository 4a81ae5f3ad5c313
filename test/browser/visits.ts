import type { Language } from '../../src/platform/languages/languages.ts'
import { item } from '../submission.ts'

const when = '2026-03-30T09:30:00+01:00'

/** By language. The visits of other languages are in English. */
const expertise: Partial<Record<Language, string>> & { en: string } = {
  en: 'Cardiology',
  pt: 'Cardiologia',
  es: 'Cardiología',
  fr: 'Cardiologie',
}

interface Exam {
  exam: string
  place: string
  preparation: string
}
const exams: Partial<Record<Language, Exam>> & { en: Exam } = {
  en: {
    exam: 'MRI of the left knee',
    place: 'Radiology, floor -1, next to the lifts',
    preparation: `Do not eat in the six hours before. You may drink water.
Take your usual medicine, unless your doctor has told you otherwise.

Please bring:
– earlier pictures of the knee,
– the list of your medicines,
– your identity card.

Tell us beforehand if you have a pacemaker, or metal in your body.`,
  },
  pt: {
    exam: 'Ressonância magnética do joelho esquerdo',
    place: 'Imagiologia, piso -1, junto aos elevadores',
    preparation: `Não coma nas seis horas anteriores. Pode beber água.
Tome a medicação habitual, salvo indicação médica em contrário.

Traga, por favor:
– exames anteriores do joelho,
– a lista dos seus medicamentos,
– o cartão de cidadão.

Avise-nos previamente se tiver um pacemaker ou metal no corpo.`,
  },
  es: {
    exam: 'Resonancia magnética de la rodilla izquierda',
    place: 'Radiología, planta -1, junto a los ascensores',
    preparation: `No coma en las seis horas anteriores. Puede beber agua.
Tome su medicación habitual, salvo indicación médica en contra.

Traiga, por favor:
– pruebas anteriores de la rodilla,
– la lista de sus medicamentos,
– su documento de identidad.

Avísenos antes si lleva marcapasos o metal en el cuerpo.`,
  },
  fr: {
    exam: 'IRM du genou gauche',
    place: 'Radiologie, niveau -1, près des ascenseurs',
    preparation: `Ne mangez pas dans les six heures qui précèdent. Vous pouvez boire de l’eau.
Prenez vos médicaments habituels, sauf avis médical contraire.

Merci d’apporter :
– les examens antérieurs du genou,
– la liste de vos médicaments,
– votre pièce d’identité.

Prévenez-nous si vous portez un stimulateur cardiaque ou du métal.`,
  },
}

const examIn = (language: Language) => exams[language] ?? exams.en

const inLanguage = (language: Language, params: Record<string, string>) =>
  item({
    contact: { external_id: 'P-77', name: 'João Silva', language: `${language}_PT`, country: 'PT' },
    params: { when, ...params },
  })

/** Visits by target, in the contact's language. */
export const visits = {
  appointment: (language: Language) =>
    inLanguage(language, { doctor: 'Ana Reis', doctor_expertise: expertise[language] ?? expertise.en }),
  exam: (language: Language) => inLanguage(language, { ...examIn(language), when: '2026-04-01T09:30:00+01:00' }),
  vaccination: (language: Language) =>
    inLanguage(language, { end: '2026-04-03T17:00:00+01:00', place: examIn(language).place }),
}
