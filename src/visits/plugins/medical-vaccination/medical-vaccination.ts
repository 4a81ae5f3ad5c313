import { Type } from 'typebox'
import { hours } from '../../../platform/time/instant.ts'
import type { Plugin } from '../plugin.ts'
import { completeTimes, End, faultsOfEnd, line, nameLine, spanOf, text, utc, When, whenParams } from '../visit.ts'
import { medicalVaccinationAnswering } from './answering.ts'

/** A vaccination campaign: the contact comes between `when` and `end`, without a doctor or a time of their own. */
export const medicalVaccination: Plugin = {
  ...medicalVaccinationAnswering,
  params: Type.Object({ ...whenParams, end: utc, place: text, vaccine: text }),
  actionOnly: [],
  submittedParams: Type.Object(
    {
      when: When,
      end: End,
      place: nameLine('Where the contact is vaccinated.'),
      vaccine: Type.Optional(line('The name of the vaccine.')),
    },
    {
      additionalProperties: false,
      description: 'The params of the vaccination.',
      examples: [
        {
          when: '2026-10-05T09:00:00+01:00',
          end: '2026-10-09T17:00:00+01:00',
          place: 'Health centre, ground floor',
          vaccine: 'Influenza',
        },
      ],
    },
  ),
  faults: faultsOfEnd,
  complete: completeTimes,
  times(params) {
    // Only history can lack the end.
    const span = spanOf(params, hours(24))
    return span && { ...span, answersCloseAt: span.endsAt }
  },
  shows: { notice: ['place'], moved: ['place'], confirmation: ['place'], calendar: [] },
}
