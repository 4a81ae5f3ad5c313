import type { ComponentChildren } from 'preact'

interface Props<Value extends string> {
  values: readonly Value[]
  nameOf: (value: Value) => ComponentChildren
}

/** The options of a field that chooses one of several values. */
export const Options = <Value extends string>({ values, nameOf }: Props<Value>) => (
  <>
    {values.map((one) => (
      <option key={one} value={one}>
        {nameOf(one)}
      </option>
    ))}
  </>
)
