/** Returns the current settings with what a draft changes of the stored ones, so that the changes of two people do not replace each
 *  other. */
export function withChanges<Settings extends object>(current: Settings, stored: Settings, draft: Settings): Settings {
  const names = Object.keys({ ...current, ...stored, ...draft }) as (keyof Settings)[]
  const isChanged = (name: keyof Settings) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name])
  const values = names.map((name) => [name, isChanged(name) ? draft[name] : current[name]] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Settings
}
