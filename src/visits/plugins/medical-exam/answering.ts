import { type Answering, answerNames } from '../plugin.ts'

export const medicalExamAnswering = {
  category: 'medical',
  target: 'exam',
  answers: answerNames,
  isCampaign: false,
} as const satisfies Answering
