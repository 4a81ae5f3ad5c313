import { medicalAppointmentAnswering } from './medical-appointment/answering.ts'
import { medicalExamAnswering } from './medical-exam/answering.ts'
import { medicalVaccinationAnswering } from './medical-vaccination/answering.ts'
import type { Answering } from './plugin.ts'

/** The rules of answers of each plugin. Separate from the plugins, so that pages can import them. */
export const answering: readonly Answering[] = [
  medicalAppointmentAnswering,
  medicalExamAnswering,
  medicalVaccinationAnswering,
]

/** For how many days after its end a contact who missed a visit can ask for another time. */
export const askAgainDays = 14
