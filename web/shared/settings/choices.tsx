interface Props<Value extends string> {
  legend: string
  values: readonly Value[]
  chosen: readonly Value[]
  nameOf: (value: Value) => string
  onToggle: (value: Value) => void
}

/** Values of which several can be chosen. */
export const Choices = <Value extends string>({ legend, values, chosen, nameOf, onToggle }: Props<Value>) => (
  <fieldset class="choices">
    <legend>{legend}</legend>
    {values.map((value) => (
      <label key={value}>
        <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
        <span>{nameOf(value)}</span>
      </label>
    ))}
  </fieldset>
)
