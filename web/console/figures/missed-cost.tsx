import { useContext, useState } from 'preact/hooks'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'

interface Cost {
  amount: string
  /** A code of ISO 4217, as far as it is typed. */
  currency: string
}

const keyOf = (entityId: string) => `rollcall.missed-cost.${entityId}`

/** The cost of the missed visits, by the clinic's own estimate of one. The browser keeps it. */
export function MissedCost({ entityId, missed }: { entityId: string; missed: number | undefined }) {
  const { cost: say } = useWords('figures')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const [cost, setCost] = useState<Cost>(() => kept(entityId))
  const change = (part: Partial<Cost>) => {
    const next = { ...cost, ...part }
    localStorage.setItem(keyOf(entityId), JSON.stringify(next))
    setCost(next)
  }
  const amount = Number(cost.amount)
  const money = (value: number) => writtenMoney(value, cost.currency, locale)
  return (
    <details class="missed-cost">
      <summary>{say.title}</summary>
      <CostFields cost={cost} change={change} />
      <p class="hint">{say.hint}</p>
      <p role="status">
        {missed !== undefined && amount > 0 && (
          <strong>
            {fill(say.sum, {
              count: missed.toLocaleString(locale),
              amount: money(amount),
              sum: money(missed * amount),
            })}
          </strong>
        )}
      </p>
    </details>
  )
}

function CostFields({ cost, change }: { cost: Cost; change: (part: Partial<Cost>) => void }) {
  const { cost: say } = useWords('figures')
  return (
    <div class="row">
      <label>
        {say.amount}
        <input
          type="number"
          min="0"
          step="any"
          inputMode="decimal"
          value={cost.amount}
          onInput={({ currentTarget }) => change({ amount: currentTarget.value })}
        />
      </label>
      <label>
        {say.currency}
        <input
          value={cost.currency}
          maxLength={3}
          autoComplete="off"
          onInput={({ currentTarget }) => change({ currency: currentTarget.value.toUpperCase() })}
        />
      </label>
    </div>
  )
}

function kept(entityId: string): Cost {
  // Another version may have stored another format.
  try {
    const { amount = '', currency = '' } = JSON.parse(localStorage.getItem(keyOf(entityId)) ?? '{}')
    return { amount, currency }
  } catch {
    return { amount: '', currency: '' }
  }
}

/** Without a known currency, writes the number alone. */
function writtenMoney(value: number, currency: string, locale: string): string {
  const isCode = /^[A-Z]{3}$/.test(currency)
  return value.toLocaleString(locale, isCode ? { style: 'currency', currency } : undefined)
}
