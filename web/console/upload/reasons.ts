/** The reasons of the service that have words in each language, with the values that the words need. Others stay in English. */
const known = {
  missing: /^is missing$/,
  past: /^in-the-past$/,
  erased: /^erased$/,
  phone: /^must be a phone number(?!:)/,
  areaCode: /^must be a phone number: the area code is missing$/,
  countryCode: /^must be a phone number: there is no such country's code$/,
  shortNumber: /^must be a phone number: it is too short$/,
  longNumber: /^must be a phone number: it is too long$/,
  noNumber: /^must be a phone number: (?<plan>\S+) has no such number$/,
  severalNumbers: /^must be a phone number: these are several$/,
  numberSigns: /^must be a phone number: it has letters/,
  extension: /^must be a phone number: one with an extension/,
  serviceNumber: /^must be a phone number: it is the number of a service/,
  cutNumber: /^must be a phone number: a spreadsheet has shortened it$/,
  email: /^must be an e-mail address/,
  format: /^must be a date of the form (?<format>.+)$/,
  date: /^is not a day of the calendar$/,
  instant: /^must be an (?:integer, or an )?RFC 3339 instant/,
  time: /^is not a time of the day$/,
  skipped: /^does not exist in (?<zone>\S+): the clocks go forward$/,
  repeated: /^occurs twice in (?<zone>\S+): the clocks go back$/,
  twice: /^is also that of line (?<line>\d+)$/,
  fewCells: /^is missing: the row has (?<cells>\d+) cells, and the header (?<columns>\d+)$/,
  manyCells: /^has (?<cells>\d+) cells, and the header (?<columns>\d+)$/,
  long: /^(?:must not have|has) more than (?<max>\d+) characters$/,
  invisible: /^must have a visible character$/,
  charset: /^has bytes that are not in the charset/,
  column: /^is not in the header/,
  columnTwice: /^is \d+ times in the header$/,
  empty: /^is missing: the file is empty$/,
  quote: /^has an opening quotation mark without a closing one/,
  longRow: /^has more than (?<max>\d+) KiB/,
  locale: /^must be a locale/,
  country: /^must be a two-letter country code$/,
  letter: /^must be a one-letter code$/,
  end: /^must be after when$/,
  longVisit: /^must be at most (?<max>\d+) days after when$/,
  // Of the guess.
  monthFirst: /^No day is later than the 12th/,
  noDate: /^The dates have no known form/,
  shortened: /^A spreadsheet has shortened its numbers/,
  sameKey: /^Some rows have the same value/,
  noCountry: /^The mapping needs the country/,
  several: /^Several columns may have it/,
  weak: /^The name and the values of the column say little/,
  pastDays: /^Most of these days are in the past/,
  midnight: /^All these times are midnight/,
  noTimes: /^The times have no known form/,
  noTime: /^The day has no time/,
  counted: /^These are the numbers of the rows/,
  landlines: /^Some of these numbers are landlines/,
  halfDay: /^No time is after 12:59/,
  otherZone: /^The times may be those of another zone/,
  noHeader: /^The first line looks like data/,
}
export type ReasonName = keyof typeof known

export function readReason(reason: string): { name: ReasonName; values: Record<string, string> } | undefined {
  for (const [name, expression] of Object.entries(known)) {
    const match = expression.exec(reason)
    if (match) return { name: name as ReasonName, values: { ...match.groups } }
  }
  return undefined
}
