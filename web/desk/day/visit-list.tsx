import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { searchedWords } from '../../../client/words.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { pause } from '../../shared/loading/pause.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { Fault } from '../../shared/look/fault.tsx'
import { useNow } from '../../shared/time/use-now.ts'
import { find } from '../../shared/visits/find.ts'
import { type ListedVisit, listedDeskVisit, rowsAtOnce, rowsNear } from './desk-visit.ts'
import { findNearVisits } from './near-visits.ts'
import { type RowsProps, VisitRows } from './visit-rows.tsx'

interface Props extends Pick<RowsProps, 'time' | 'shown' | 'onChoose'>, Required<Pick<RowsProps, 'isUnsent'>> {
  /** Today's visits by start; undefined while they load. */
  visits: ListedVisit[] | undefined
  isClockWrong: boolean
  /** Called at each key of a search. */
  onSearch: () => void
  /** The buttons that download and print the list. */
  buttons: ComponentChildren
  /** Each change of this list loads the visits of yesterday and tomorrow again. */
  arrivals: ActionRecord[] | undefined
}

const lookNearAfterMs = 300
const none: ListedVisit[] = []

/** Today's visits, with a search. Without one, the list begins half an hour ago. */
export function VisitList({ visits, isClockWrong, isUnsent, onSearch, buttons, arrivals, ...choosing }: Props) {
  const { say, fill, locale } = useTexts('desk')
  const now = useNow()
  const [typed, setTyped] = useState('')
  const [earlier, setEarlier] = useState(0)
  const [later, setLater] = useState(1)
  const isSearch = searchedWords(typed).length > 0
  const found = useMemo(
    () => (visits && isSearch ? find(visits, typed, locale) : (visits ?? none)),
    [visits, typed, locale],
  )
  const [begin, end] = isSearch ? [0, later * rowsAtOnce] : rowsNear(found, now, earlier, later)
  const isMissing = visits !== undefined && isSearch && found.length === 0
  const near = useNear(isMissing ? typed : '', arrivals)
  const [onlyOne, ...others] = found.length > 0 ? found : near

  return (
    <section class="today card" aria-labelledby="today" aria-busy={visits === undefined && !isClockWrong}>
      <h2 id="today">
        {say.today} <span class="count">{visits?.length}</span>
      </h2>
      <SearchField onType={type} onEnter={chooseOnly} />
      <Fault>{isClockWrong && say.wrongClock}</Fault>
      <div class="above">
        <p class="hint" role="status">
          {!isClockWrong && hint()}
        </p>
        {begin > 0 && (
          <button type="button" class="quiet" onClick={() => setEarlier(earlier + 1)}>
            {fill(say.earlier, { count: begin })}
          </button>
        )}
      </div>
      <VisitRows visits={found.slice(begin, end)} among={visits ?? none} now={now} isUnsent={isUnsent} {...choosing} />
      {found.length > end && (
        <button type="button" class="quiet" onClick={() => setLater(later + 1)}>
          {fill(say.later, { count: found.length - end })}
        </button>
      )}
      {near.length > 0 && (
        <>
          <p class="hint">{say.onAnotherDay}</p>
          <VisitRows visits={near} among={near} now={now} withDay {...choosing} />
        </>
      )}
      {buttons}
    </section>
  )

  function type(text: string) {
    setTyped(text)
    setLater(1)
    // The arrival of the previous contact must not be marked for the next one.
    if (text !== '') onSearch()
  }

  function chooseOnly() {
    if (isSearch && onlyOne && others.length === 0) choosing.onChoose(onlyOne.visit)
  }

  function hint() {
    if (visits === undefined) return say.loading
    if (isSearch) return fill(say.found, { count: found.length })
    return found.length === 0 && say.noVisits
  }
}

function SearchField({ onType, onEnter }: { onType: (text: string) => void; onEnter: () => void }) {
  const { find } = useWords('desk')
  return (
    <input
      id="find"
      type="search"
      aria-label={find}
      placeholder={find}
      autocomplete="off"
      spellcheck={false}
      maxLength={256}
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && !event.isComposing && onEnter()}
    />
  )
}

/** Finds the visits of yesterday and tomorrow when the receptionist stops typing. */
function useNear(typed: string, arrivals: Props['arrivals']): ListedVisit[] {
  const { session, time } = useSignedIn()
  const { found } = useLoaded(
    typed === '' ? undefined : typed,
    async (_, signal) => {
      await pause(lookNearAfterMs, [signal, 'abort'])
      return (await findNearVisits(session, time.dayOf(new Date()), typed, signal)).map(listedDeskVisit)
    },
    arrivals,
  )
  return found ?? none
}
