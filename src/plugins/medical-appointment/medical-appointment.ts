import { Type } from 'typebox'
import { parseInstant } from '../../instant.ts'
import type { Plugin } from '../plugin.ts'

const text = Type.Optional(Type.String())

const utc = Type.Optional(
  Type.Refine(
    Type.String(),
    (value) => value.endsWith('Z') && parseInstant(value) !== undefined,
    () => 'must be an instant in UTC, such as 2026-03-30T08:30:00Z',
  ),
)

const numberFrom = (least: number, most: number) =>
  Type.Optional(
    Type.Refine(
      Type.String(),
      (value) => /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most,
      () => `must be a string of digits, a number from ${least} to ${most}`,
    ),
  )

/** An appointment with a doctor. Spec 2.4, in its order. */
export const medicalAppointment: Plugin = {
  category: 'medical',
  target: 'appointment',
  params: Type.Object({
    year: numberFrom(0, 9999),
    month: numberFrom(1, 12),
    day: numberFrom(1, 31),
    hour: numberFrom(0, 23),
    minute: numberFrom(0, 59),
    when: utc,
    event_date: utc,
    doctor: text,
    doctor_external_id: text,
    doctor_expertise: text,
    doctor_gender: text,
  }),
  actionOnly: ['doctor_gender'],
}
