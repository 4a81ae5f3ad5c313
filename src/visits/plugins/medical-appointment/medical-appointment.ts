import { Type } from 'typebox'
import { minutes } from '../../../platform/time/instant.ts'
import type { Plugin } from '../plugin.ts'
import { completeTimes, End, faultsOfEnd, line, nameLine, text, timesOf, When, whenParams } from '../visit.ts'
import { medicalAppointmentAnswering } from './answering.ts'

const doctor = { doctor: text, doctor_external_id: text, doctor_expertise: text, doctor_gender: text }

/** An appointment with a doctor. Spec 2.4, in its order. */
export const medicalAppointment: Plugin = {
  ...medicalAppointmentAnswering,
  params: Type.Object({ ...whenParams, ...doctor }),
  actionOnly: ['doctor_gender'],
  submittedParams: Type.Object(
    {
      when: When,
      end: Type.Optional(End),
      doctor: nameLine("The doctor's name."),
      doctor_external_id: Type.Optional(line("The doctor's key in the client's own database.")),
      doctor_expertise: Type.Optional(line("The doctor's field, such as Cardiology.")),
      doctor_gender: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]$',
          maxLength: 64,
          description: "The doctor's gender, as a one-letter code.",
        }),
      ),
    },
    {
      additionalProperties: false,
      description: 'The params of the appointment.',
      examples: [
        {
          when: '2026-03-30T09:30:00+01:00',
          doctor: 'Margarida Guimarães',
          doctor_external_id: 'D-31',
          doctor_expertise: 'Cardiology',
          doctor_gender: 'F',
        },
      ],
    },
  ),
  faults: faultsOfEnd,
  complete: completeTimes,
  times: (params) => timesOf(params, minutes(30), 0),
  // The specialty is about the contact's health.
  shows: { notice: ['doctor'], moved: ['doctor'], confirmation: ['doctor'], calendar: ['doctor'] },
}
