import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import type { Rights } from './rights.ts'

/** Returns a function that names the clinics of rights. */
export function useClinicNames() {
  const { entities: known } = useSignedIn().session
  const { say, locale } = useTexts('admin-access')
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  return ({ entities, all_entities }: Pick<Rights, 'entities' | 'all_entities'>) =>
    all_entities
      ? say.allClinics
      : list.format((entities ?? []).map((id) => known.find((one) => one.id === id)?.name ?? id))
}
