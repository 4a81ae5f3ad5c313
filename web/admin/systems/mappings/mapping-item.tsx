import { useId, useRef } from 'preact/hooks'
import type { Mapping } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../../shared/language.tsx'
import { CopyButton } from '../../copied-text.tsx'
import { AskingButton } from '../../question.tsx'
import { useAction } from '../../use-action.ts'
import { MappedFields } from './mapped-fields.tsx'
import { MappingFacts } from './mapping-facts.tsx'

interface Props {
  name: string
  mapping: Mapping
  onDelete: () => void
}

/** A mapping in words and as JSON. */
export function MappingItem({ name, mapping, onDelete }: Props) {
  const { token, entity } = useSignedIn().session
  const systems = useWords('admin-systems')
  const say = systems.mappings
  const { asJson } = useWords('console')
  const { fill } = useLanguage()
  const deleting = useAction<void>(token)
  const id = useId()
  const shown = useRef<HTMLPreElement>(null)
  const json = JSON.stringify(mapping, undefined, 2)
  return (
    <li class="system">
      <h3 id={id} dir="auto">
        {name}
      </h3>
      <MappingFacts mapping={mapping} />
      <MappedFields mapping={mapping} />
      <details>
        <summary>{asJson}</summary>
        <div class="panel">
          <CopyButton text={json} shown={shown} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it */}
          <pre ref={shown} dir="ltr" tabIndex={0}>
            {json}
          </pre>
        </div>
      </details>
      <div class="row">
        <AskingButton
          label={systems.delete}
          describedBy={id}
          text={fill(say.deleteAsk, { name })}
          yes={say.deleteYes}
          action={deleting}
          onYes={() =>
            deleting.run(async (client) => {
              await client.deleteMapping(entity.id, name)
              onDelete()
            })
          }
        />
      </div>
    </li>
  )
}
