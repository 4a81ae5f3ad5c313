/** Whether all entities of a person are granted. With some granted entities, a person without any is not visible. */
export function isWithin(entities: string[] | 'all', granted: string[] | 'all'): boolean {
  if (granted === 'all') return true
  return entities !== 'all' && entities.length > 0 && entities.every((id) => granted.includes(id))
}
