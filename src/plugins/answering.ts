import { type Answering, answerNames } from './plugin.ts'

/** The rules of answers, by category and target. They are apart from the plugins because the pages decide by them, too. */
export const answering = {
  'medical/appointment': { answers: answerNames, isCampaign: false },
  'medical/exam': { answers: answerNames, isCampaign: false },
  'medical/vaccination': { answers: ['confirm', 'cancel'], isCampaign: true },
} as const satisfies Record<string, Answering>

/** For how many days after its end a contact who missed a visit can ask for another time. */
export const askAgainDays = 14
