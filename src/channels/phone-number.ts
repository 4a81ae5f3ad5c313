import type { AddressNote, AddressRules, NormalUid } from './channel.ts'

// The metadata of all countries is loaded with the first number, not at startup.
let reader: Promise<typeof import('../platform/phone-numbers/read-number.ts')> | undefined

const landline: AddressNote = { kind: 'landline', reason: 'is a landline, which may not receive texts' }

/** Telephone numbers, as channels address them. */
export const phoneNumbers = {
  kind: 'a phone number',
  normal: (uid, country) => readPhone(uid, country),
  compared: (uid) => uid,
  hint: (uid) => `…${uid.slice(-3)}`,
  faults: {
    ofContact: "must be a phone number, with its country's code or in the country of the contact",
    alone: "must be a phone number with its country's code, such as +351912345678",
  },
} as const satisfies AddressRules

/** Telephone numbers for texts, with a note for each landline. */
export const textNumbers: AddressRules = {
  ...phoneNumbers,
  normal: (uid, country) => readPhone(uid, country, landline),
}

async function readPhone(text: string, country: string | undefined, ofLandline?: AddressNote): Promise<NormalUid> {
  reader ??= import('../platform/phone-numbers/read-number.ts')
  const { readNumber } = await reader
  const read = readNumber(text, country)
  if ('fault' in read) return read.fault === undefined ? undefined : { fault: read.fault }
  const { uid, isRepaired, line } = read
  const notes: AddressNote[] = isRepaired ? [{ kind: 'repaired', reason: `was read as ${uid}` }] : []
  return { uid, notes: ofLandline && line === 'landline' ? [...notes, ofLandline] : notes }
}
