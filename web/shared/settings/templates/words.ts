import type { Draft, Template } from '../../../../client/client.ts'

/** The words in the fields of the editor. A message without a subject has an empty one. */
export interface Words {
  subject: string
  text: string
}

/** Whether the message has a subject: only texts are measured. */
export const hasSubject = ({ encoding }: Pick<Template, 'encoding'>) => encoding === undefined

export const wordsOf = ({ subject = '', text }: Pick<Draft, 'subject' | 'text'>): Words => ({ subject, text })

/** Without a subject, the shipped one stays. */
export const draftOf = ({ subject, text }: Words): Draft => ({ ...(subject.trim() && { subject }), text })

export const areSame = (one: Words, other: Words) => one.subject === other.subject && one.text === other.text
