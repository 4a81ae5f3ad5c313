import type { QuietHours } from '../../src/messages/quiet-hours/quiet-hours.ts'
import { hours, type Instant, minutes, parseInstant } from '../../src/platform/time/instant.ts'
import type { Act, Story } from './expected-after-stop.ts'

/** The contacts of two clinics in Lisbon around a Friday evening: one has quiet hours, the other has none. The weekend has a night
 *  of 23 hours. */

const instant = (text: string) => parseInstant(text)!
export const noon = instant('2027-03-26T12:00:00Z')
/** An hour of the afternoon before the quiet hours, and their first hour. */
export const [afternoon, evening] = [instant('2027-03-26T18:50:00Z'), instant('2027-03-26T20:00:00Z')]
/** The service stops. */
export const stop = instant('2027-03-26T20:30:00Z')
export const monday = instant('2027-03-29T07:05:00Z')

export const timeZone = 'Europe/Lisbon'
const weekdays = ['mon', 'tue', 'wed', 'thu'] as const
export const clinics: Record<string, QuietHours> = {
  quiet: {
    hours: [
      { days: [...weekdays], from: '22:00', to: '08:00' },
      { days: ['fri'], from: '19:00', to: '08:00' },
      { days: ['sat', 'sun'], from: '00:00', to: '00:00' },
      { days: ['sun'], from: '22:00', to: '08:00' },
    ],
    holidays: [],
  },
  open: { hours: [], holidays: [] },
}

const starts = {
  tonight: instant('2027-03-26T21:00:00Z'),
  'on Saturday': instant('2027-03-27T12:00:00Z'),
  'on Monday at 07:50': instant('2027-03-29T06:50:00Z'),
  'on Monday at 10:00': instant('2027-03-29T09:00:00Z'),
  'on Wednesday': instant('2027-03-31T09:00:00Z'),
  'in April': instant('2027-04-20T09:00:00Z'),
}
type Start = keyof typeof starts
const all = Object.keys(starts) as Start[]
/** Each start with another one, earlier or later. */
const moves: [Start, Start][] = [
  ['on Saturday', 'tonight'],
  ['tonight', 'on Wednesday'],
  ['on Monday at 10:00', 'on Saturday'],
  ['on Saturday', 'on Monday at 10:00'],
  ['on Wednesday', 'on Monday at 07:50'],
  ['in April', 'on Wednesday'],
  ['on Wednesday', 'in April'],
]

export interface Contact {
  name: string
  clinic: string
  story: Story
  /** What happens at noon, and just before the service stops. */
  noon: Act[]
  last: Act[]
  /** The notification of the latest submission. */
  id: string
}

type Acts = Pick<Contact, 'noon' | 'last'>
const submit = (start: Start): Act => ({ act: 'submit', startsAt: starts[start] })
const submitAt = (startsAt: Instant): Act => ({ act: 'submit', startsAt })

const byStart: Record<string, (start: Start) => Acts> = {
  'hears first of a visit': (start) => ({ noon: [], last: [submit(start)] }),
  'was told of a visit': (start) => ({ noon: [submit(start)], last: [] }),
  'is told that the clinic withdraws the visit': (start) => ({ noon: [submit(start)], last: [{ act: 'withdraw' }] }),
  'confirmed a visit': (start) => ({ noon: [submit(start), { act: 'confirm' }], last: [] }),
  'confirms a visit': (start) => ({ noon: [submit(start)], last: [{ act: 'confirm' }] }),
}

const others: Record<string, Acts> = {
  'cancelled, and the clinic withdraws the visit': {
    noon: [submit('on Monday at 10:00'), { act: 'cancel' }],
    last: [{ act: 'withdraw' }],
  },
  'did not come at 17:30': { noon: [submitAt(instant('2027-03-26T17:30:00Z'))], last: [] },
  'gets a reminder from staff': { noon: [submit('in April')], last: [{ act: 'remind' }] },
  'texts CANCEL': { noon: [submit('in April')], last: [{ act: 'text CANCEL' }] },
  'gets an answer to a text': { noon: [submit('in April'), { act: 'text' }], last: [{ act: 'answer a text' }] },
  'is told later that the clinic withdraws the visit': { noon: [], last: [submit('on Wednesday')] },
}

const nameOfArrival = (length: string) => `came ${length} after the stop`

/** The stops, and for each a contact who came while the service was off: the desk kept the arrival. */
export const stops = { '1 hour': hours(1), '25 hours': hours(25), '4 days': hours(96) }
const came = Object.entries(stops).map(([name, length]): [string, Acts] => [
  nameOfArrival(name),
  { noon: [submitAt(stop + length - minutes(150))], last: [] },
])

const scripts = (): [string, Acts][] => [
  ...Object.entries(byStart).flatMap(([name, acts]) =>
    all.map((start): [string, Acts] => [`${name} ${start}`, acts(start)]),
  ),
  ...moves.map(([from, to]): [string, Acts] => [
    `is told of a move from ${from} to ${to}`,
    { noon: [submit(from)], last: [{ act: 'move', startsAt: starts[to] }] },
  ]),
  ...Object.entries(others),
  ...came,
]

/** Each contact has a telephone, a mailbox, or both. */
export const contacts = (): Contact[] =>
  Object.entries(clinics).flatMap(([clinic, quietHours], number) =>
    scripts().flatMap(([name, acts], index) => {
      const key = `${number + 1}${String(index).padStart(2, '0')}`
      const [telephone, mailbox] = [`+351912000${key}`, `c${key}@contacts.example`]
      const isText = [...acts.noon, ...acts.last].some(({ act }) => act.includes('text'))
      // A killed process may have told one of two addresses. Whether a reminder then goes out depends on which worker is faster.
      const isNews = acts.last.some(({ act }) => act === 'submit' || act === 'move')
      const both = isNews ? [mailbox] : [telephone, mailbox]
      const addresses = isText || index % 3 === 0 ? [telephone] : index % 3 === 1 ? [mailbox] : both
      const story = { addresses, quietHours, timeZone, visits: [], messages: [] }
      return { name: `${clinic}: ${name}`, clinic, story, ...acts, id: '' }
    }),
  )

/** A contact whom the clinics submit while the clock is wrong. */
export const newcomer = (): Contact => ({
  name: 'open: is new',
  clinic: 'open',
  story: { addresses: ['+351912000999'], quietHours: clinics.open!, timeZone, visits: [], messages: [] },
  noon: [],
  last: [submit('in April')],
  id: '',
})

/** The contacts of each clinic with this name. */
export const named = (all: Contact[], wanted: string) => all.filter(({ name }) => name.split(': ')[1] === wanted)

export const arrivesAfter = (all: Contact[], length: string) => named(all, nameOfArrival(length))
