import { Type } from 'typebox'
import { hours, minutes } from '../../../platform/time/instant.ts'
import type { Plugin } from '../plugin.ts'
import { completeTimes, End, faultsOfEnd, line, nameLine, text, timesOf, When, whenParams } from '../visit.ts'
import { medicalExamAnswering } from './answering.ts'

// Windows ends its lines with a carriage return and a line feed.
const controls = /[^\P{Cc}\r\n]|\r(?!\n)/u

/** An examination, with instructions for its preparation. */
export const medicalExam: Plugin = {
  ...medicalExamAnswering,
  params: Type.Object({ ...whenParams, exam: text, exam_external_id: text, place: text, preparation: text }),
  actionOnly: [],
  submittedParams: Type.Object(
    {
      when: When,
      end: Type.Optional(End),
      exam: nameLine('The name of the exam.'),
      exam_external_id: Type.Optional(line("The exam's key in the client's own database.")),
      place: Type.Optional(line('Where the exam takes place.')),
      preparation: Type.Optional(
        Type.Refine(
          Type.String({
            minLength: 1,
            maxLength: 2_000,
            description: 'What the contact must do before the exam, such as: do not eat. It can have several lines.',
          }),
          (value) => !controls.test(value),
          () => 'must not contain control characters other than line breaks',
        ),
      ),
    },
    {
      additionalProperties: false,
      description: 'The params of the exam.',
      examples: [
        { when: '2026-03-30T09:30:00+01:00', exam: 'Ultrasound', place: 'Room 4', preparation: 'Do not eat.' },
      ],
    },
  ),
  faults: faultsOfEnd,
  complete: completeTimes,
  times: (params) => timesOf(params, minutes(20), hours(24)),
  shows: {
    notice: ['place', 'preparation'],
    moved: ['place', 'preparation'],
    confirmation: ['place', 'preparation'],
    calendar: ['preparation'],
  },
}
