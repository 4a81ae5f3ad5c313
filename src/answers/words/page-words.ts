import type { State } from '../../visits/state.ts'

interface Advice {
  title: string
  advice: string
}

/** The texts of the answer page. */
export interface PageWords {
  states: Record<Exclude<State, 'imported'> | 'closed' | 'moved' | 'past', string>
  /** The title of the page after an answer, before the name of the visit. */
  titles: Record<'confirmed' | 'rescheduling' | 'cancelled' | 'arrived', string>
  /** Says who is meant, with as much of the name as the entity shows. */
  meant: (name: string) => string
  unknown: Advice
  /** The clinic has removed the address from the visit. */
  ended: Advice
  notTaken: Advice
  over: Advice
  /** Without a name if the entity shows none. */
  notMe: Advice &
    Record<'offer' | 'effect', (name: string | undefined) => string> & {
      button: string
      takeBack: Record<'offer' | 'button', string>
    }
  optOut: Record<'offer' | 'question' | 'effect' | 'button' | 'done' | 'doneEffect' | 'lift' | 'back', string>
  changesClosed: string
  /** Precedes the telephone number. */
  call: string
  /** For a clinic without a telephone number. */
  askClinic: string
  /** By the state before. */
  confirmAgain: Record<'cancelled' | 'rescheduling', Record<'offer' | 'effect' | 'button', string>>
  /** Before the start and the end of a campaign. */
  from: string
  until: string
  oldTime: string
  newTime: string
  newerNotice: string
  /** Before the time from which the page takes no answer any more. */
  answerBy: string
  confirm: string
  reschedule: string
  changeWish: string
  cancel: string
  wish: string
  askForAnotherTime: string
  reallyCancel: string
  yourWish: string
  qrCode: string
  showAtDesk: string
  savePicture: string
  saveCalendar: string
  timeZone: string
  language: string
}
