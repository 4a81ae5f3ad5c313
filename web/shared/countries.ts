const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

// Regions of the CLDR that are no countries.
const others = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** The countries by their names in a language. The browser knows them. */
export function countriesIn(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
  return codes
    .filter((code) => !others.includes(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [{ code, name }]
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}
