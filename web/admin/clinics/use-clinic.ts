import { useEffect, useRef } from 'preact/hooks'
import type { Entity, Tagged } from '../../../client/client.ts'
import { useSetting } from '../../shared/settings/use-setting.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SectionProps } from '../section.ts'
import { withEntity } from './session-entity.ts'
import { type ClinicValues, changesOf, valuesOf } from './values.ts'

/** The properties of the session's entity, with a draft of their change. */
export function useClinic({ control }: SectionProps) {
  const { session } = useSignedIn()
  const latest = useRef<typeof session>(undefined)
  latest.current = session
  useEffect(
    () => () => {
      latest.current = undefined
    },
    [],
  )

  /** The headings and the choice of the clinic have a new version, too, unless somebody has meanwhile left the clinic. */
  function noted({ resource, etag }: Tagged<Entity>): Tagged<ClinicValues> {
    const current = latest.current
    if (current && JSON.stringify(current.entity) !== JSON.stringify(resource))
      control.choose(withEntity(current, resource))
    return { resource: valuesOf(resource), etag }
  }

  return useSetting<ClinicValues>('clinic', {
    read: async (client, id) => noted(await client.taggedEntity(id)),
    write: async (client, id, values, etag, stored) =>
      noted(await client.changeEntity(id, changesOf(stored, values), etag)),
  })
}
