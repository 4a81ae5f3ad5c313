/** A catalogue, or a part of it. A list has the forms of one text. */
export type Texts = { [key: string]: Texts } | string | string[]

/** Returns the texts, with those of the fallback where they are missing. */
export function completed(texts: Texts | undefined, fallback: Texts): Texts {
  if (texts === undefined) return fallback
  if (!isGroup(texts) || !isGroup(fallback)) return texts
  const both = { ...fallback, ...texts }
  return Object.fromEntries(Object.keys(both).map((key) => [key, completed(texts[key], fallback[key] ?? texts[key]!)]))
}

export const isGroup = (texts: Texts | undefined): texts is { [key: string]: Texts } =>
  typeof texts === 'object' && !Array.isArray(texts)
