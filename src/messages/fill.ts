/** Replaces each `$name` in the sentence by its value. A value such as "2:30 p.m." also ends the sentence. */
export const fill = (sentence: string, values: Record<string, string>) =>
  sentence.replaceAll(/\$([A-Za-z]+)(\.?)/g, (_, name: string, stop: string) => {
    const value = values[name]!
    return value.endsWith('.') ? value : value + stop
  })
