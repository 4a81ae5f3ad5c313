import type { Draft, Template } from '../../../../client/client.ts'

/** The words in the fields of the editor. A message without a subject has an empty one. */
export interface Words {
  subject: string
  text: string
}

/** Whether the message has a subject: only texts are measured. */
export const hasSubject = ({ encoding }: Pick<Template, 'encoding'>) => encoding === undefined

export const wordsOf = ({ subject = '', text }: Pick<Draft, 'subject' | 'text'>): Words => ({ subject, text })

/** Returns the words of a text for its mail, which says itself how to stop messages. */
export const mailOf = ({ text }: Pick<Words, 'text'>): Words => ({
  subject: '',
  text: text.replaceAll(/\s*\{stop\}/g, '').trim(),
})

/** Whether a mail has the words of the text: both have the shipped ones, or the same. */
export const isShared = (text: Template, mail: Template) =>
  text.default || mail.default ? text.default === mail.default : areSame(mailOf(text), wordsOf(mail))

/** Without a subject, the shipped one stays. */
export const draftOf = ({ subject, text }: Words): Draft => ({ ...(subject.trim() && { subject }), text })

export const areSame = (one: Words, other: Words) => one.subject === other.subject && one.text === other.text
