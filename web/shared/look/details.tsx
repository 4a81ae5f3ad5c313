import type { ComponentChildren } from 'preact'

/** The details of a visit or a record, each with its label. */
export const Details = ({ lines }: { lines: { label: string; value: ComponentChildren }[] }) => (
  <dl>
    {lines.map(({ label, value }) => (
      <div>
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
)
