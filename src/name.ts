import { Type } from 'typebox'

// Excludes spaces, control characters, format characters such as U+200B, and letters without a glyph. Hangul fillers
// are default-ignorable; the blank Braille pattern U+2800 is not.
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Restricts the string schema to texts with at least one visible character. */
export const visibleText = <Text extends Type.TString>(text: Text) =>
  Type.Refine(
    text,
    (value) => visible.test(value),
    () => 'must have a visible character',
  )

/** The name of an entity or a contact. */
export const Name = visibleText(
  Type.String({ minLength: 1, maxLength: 256, description: 'With at least one visible character.' }),
)

/** A text with a visible character, and without these control characters. */
export const without = (controls: RegExp, rule: string, text: Type.TString) =>
  visibleText(
    Type.Refine(
      text,
      (value) => !controls.test(value),
      () => rule,
    ),
  )
