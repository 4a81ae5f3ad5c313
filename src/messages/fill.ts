/** Replaces each `$name` in the sentence by its value. */
export const fill = (sentence: string, values: Record<string, string>) =>
  sentence.replaceAll(/\$([A-Za-z]+)/g, (_, name: string) => values[name]!)
