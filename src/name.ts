import { Type } from 'typebox'

// Blanks, controls, format characters such as zero-width spaces, and letters that draw nothing: Hangul fillers are default
// ignorable, the blank Braille pattern U+2800 is not.
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The string schema, for texts with at least one visible character. */
export const visibleText = <Text extends Type.TString>(text: Text) =>
  Type.Refine(
    text,
    (value) => visible.test(value),
    () => 'must have a visible character',
  )

/** What an entity or a contact is called. */
export const Name = visibleText(
  Type.String({ minLength: 1, maxLength: 256, description: 'With at least one visible character.' }),
)
