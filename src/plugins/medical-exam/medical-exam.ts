import { Type } from 'typebox'
import type { Plugin } from '../plugin.ts'
import { completeWhen, Line, NameLine, startOf, text, When, whenParams } from '../visit.ts'
import { pluginWords } from '../words.ts'

/** An examination, with what to do before it. */
export const medicalExam: Plugin = {
  category: 'medical',
  target: 'exam',
  params: Type.Object({ ...whenParams, exam: text, exam_external_id: text, place: text, preparation: text }),
  actionOnly: [],
  submitted: Type.Object(
    {
      when: When,
      exam: NameLine,
      exam_external_id: Type.Optional(Line),
      place: Type.Optional(Line),
      preparation: Type.Optional(
        Type.String({ minLength: 1, maxLength: 2_000, description: 'What to do before it, such as: do not eat.' }),
      ),
    },
    { additionalProperties: false },
  ),
  complete: ({ when, ...others }, timeZone) => ({ ...completeWhen(when!, timeZone), ...others }),
  startsAt: startOf,
  words: pluginWords['medical/exam'],
}
