// Excludes spaces, control characters, format characters such as U+200B, and letters without a glyph. Hangul fillers
// are default-ignorable; the blank Braille pattern U+2800 is not.
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns the text without the characters that nobody sees, which come with pasted text: marks of direction, spaces without width,
 *  soft hyphens, variation selectors. */
export const withoutInvisible = (text: string) => text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')

/** Whether a text has a character that people see. */
export const isVisible = (text: string) => visible.test(text)
