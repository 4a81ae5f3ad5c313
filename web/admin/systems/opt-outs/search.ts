import { withoutInvisible } from '../../../../client/entity-rules.ts'

/** Whether an address has a text, however somebody writes telephone numbers. */
export const holds = (uid: string, text: string) => bare(uid).includes(bare(text))

const bare = (text: string) =>
  withoutInvisible(text)
    .toLowerCase()
    .replaceAll(/[\s()/-]/g, '')
