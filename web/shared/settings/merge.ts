type Name<Value> = keyof Value & string

/** Returns the names of the properties that a draft changes. */
export const changedNames = <Value extends object>(stored: Value, draft: Value) =>
  (Object.keys({ ...stored, ...draft }) as Name<Value>[]).filter((name) => !isSame(stored[name], draft[name]))

/** Returns the current value with what a draft changes of the stored one, so that the changes of two people do not replace each
 *  other. */
export function withChanges<Value extends object>(current: Value, stored: Value, draft: Value): Value {
  const merged: Partial<Value> = { ...current }
  for (const name of changedNames(stored, draft)) {
    if (draft[name] === undefined) delete merged[name]
    else merged[name] = draft[name]
  }
  return merged as Value
}

/** Whether somebody else has meanwhile changed a property that the draft changes, to another value. */
export const isConflict = <Value extends object>(current: Value, stored: Value, draft: Value) =>
  changedNames(stored, draft).some(
    (name) => !isSame(current[name], stored[name]) && !isSame(current[name], draft[name]),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
