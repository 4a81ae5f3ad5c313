/** A text then needs one segment more, and two in Greek or Arabic letters. */
export const maxSentence = 120
