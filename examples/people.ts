import type { Contact } from '../src/visits/notification.ts'
import type { Clinic } from './clinics.ts'
import type { Random } from './random.ts'

/** A contact and how they answer. */
export interface Person {
  contact: Contact
  channel: 'mobile' | 'email'
  uid: string
}

const firstBirthDate = Temporal.PlainDate.from('1934-01-01')
const daysOfBirth = 33_600

export function peopleOf(clinic: Clinic, random: Random): Person[] {
  let household = newHousehold(clinic, random, 0)
  return Array.from({ length: clinic.people }, (_, number) => {
    // Families share a name and a telephone.
    if (random.chance(0.85)) household = newHousehold(clinic, random, number)
    const gender = random.pick(['F', 'M'] as const)
    const name = clinic.oddNames[number] ?? `${random.pick(clinic.givenNames[gender])} ${household.surnames}`
    const external_id = `${clinic.personKey}${100 + number}`
    const channel = random.chance(0.7) ? 'mobile' : 'email'
    return {
      contact: random.chance(0.08) ? { external_id, name } : { external_id, name, gender, ...identity(clinic, random) },
      channel,
      uid: channel === 'mobile' ? household.phone : emailOf(name, number),
    }
  })
}

const newHousehold = (clinic: Clinic, random: Random, number: number) => ({
  surnames: Array.from({ length: clinic.surnamesEach }, () => random.pick(clinic.surnames)).join(' '),
  phone: clinic.phone(number),
})

function identity(clinic: Clinic, random: Random) {
  const language = random.pick(clinic.locales)
  return {
    language,
    country: language.slice(3),
    // No country issues numbers with this prefix.
    citizen_id: `000${String(random.below(1_000_000)).padStart(6, '0')}`,
    birth_date: firstBirthDate.add({ days: random.below(daysOfBirth) }).toString(),
  }
}

function emailOf(name: string, number: number) {
  const words = name.normalize('NFD').replaceAll(/[^A-Za-z ]/g, '')
  const domain = ['example.org', 'example.com', 'example.net'][number % 3]
  return `${words.trim().toLowerCase().replaceAll(/ +/g, '.')}.${number}@${domain}`
}
