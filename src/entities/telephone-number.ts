/** Whether a text is a telephone number as a clinic may write it: digits, spaces and ( ) . / - */
export const isTelephoneNumber = (text: string) => /^\+?\d[\d ()./-]+\d$/.test(text)
