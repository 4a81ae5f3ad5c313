import { Type } from 'typebox'
import type { Plugin } from '../plugin.ts'
import { completeWhen, Line, NameLine, startOf, text, When, whenParams } from '../visit.ts'
import { pluginWords } from '../words.ts'

const doctor = { doctor: text, doctor_external_id: text, doctor_expertise: text, doctor_gender: text }

/** An appointment with a doctor. Spec 2.4, in its order. */
export const medicalAppointment: Plugin = {
  category: 'medical',
  target: 'appointment',
  params: Type.Object({ ...whenParams, ...doctor }),
  actionOnly: ['doctor_gender'],
  submitted: Type.Object(
    {
      when: When,
      doctor: NameLine,
      doctor_external_id: Type.Optional(Line),
      doctor_expertise: Type.Optional(Line),
      doctor_gender: Type.Optional(Type.String({ pattern: '^[A-Za-z]$', description: 'A one-letter code.' })),
    },
    { additionalProperties: false },
  ),
  complete: ({ when, ...others }, timeZone) => ({ ...completeWhen(when!, timeZone), ...others }),
  startsAt: startOf,
  words: pluginWords['medical/appointment'],
}
