import type { Answering } from '../plugin.ts'

export const medicalVaccinationAnswering = {
  category: 'medical',
  target: 'vaccination',
  answers: ['confirm', 'cancel'],
  isCampaign: true,
} as const satisfies Answering
