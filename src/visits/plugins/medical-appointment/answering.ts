import { type Answering, answerNames } from '../plugin.ts'

export const medicalAppointmentAnswering = {
  category: 'medical',
  target: 'appointment',
  answers: answerNames,
  isCampaign: false,
} as const satisfies Answering
