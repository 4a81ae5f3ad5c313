import { useContext } from 'preact/hooks'
import type { Session } from '../../shared/access/session.ts'
import { LanguageContext, useWords } from '../../shared/language.tsx'
import type { Rights } from './rights.ts'

/** Returns a function that names the clinics of rights. */
export function useClinicNames({ entities: known }: Session) {
  const say = useWords('admin-access')
  const { locale } = useContext(LanguageContext)
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  return ({ entities, all_entities }: Pick<Rights, 'entities' | 'all_entities'>) =>
    all_entities
      ? say.allClinics
      : list.format((entities ?? []).map((id) => known.find((one) => one.id === id)?.name ?? id))
}
