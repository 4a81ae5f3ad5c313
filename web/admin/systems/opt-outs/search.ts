/** Whether an address has a text, however somebody writes telephone numbers. */
export const holds = (uid: string, text: string) => bare(uid).includes(bare(text))

const bare = (text: string) => text.toLowerCase().replaceAll(/[\s()/-]/g, '')
