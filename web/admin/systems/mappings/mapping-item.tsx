import { useId, useRef } from 'preact/hooks'
import type { Mapping } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { textOf, useLanguage, useTexts, useWords } from '../../../shared/language.tsx'
import { Details } from '../../../shared/look/details.tsx'
import { TableHead } from '../../../shared/look/table-head.tsx'
import { fieldLabel } from '../../../shared/mapping/field-label.ts'
import { columnsOf, type Source, sourceOf } from '../../../shared/mapping/mapped-fields.ts'
import { CopyButton } from '../../copied-text.tsx'
import { AskingButton } from '../../question.tsx'
import { useAction } from '../../use-action.ts'

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

const separatorNames: { [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** What a mapping says about the whole file, also by default. */
function MappingFacts({ mapping }: { mapping: Mapping }) {
  const { say, fill, locale } = useTexts('admin-systems', 'mappings')
  const upload = useWords('upload')
  const plugins = useWords('plugins')
  const { category, target, charset = 'utf-8', separator, country, fields } = mapping
  const pair = `${category}/${target}`
  const plugin = plugins[pair as keyof typeof plugins]?.name ?? pair
  const separated =
    separator === undefined
      ? say.separatorAsFile
      : (textOf(upload.separators, separatorNames[separator] ?? '') ?? fill(say.separatedBy, { separator }))
  return (
    <Details
      lines={[
        { label: upload.kind, value: plugin },
        { label: say.file, value: `${separated} · ${charset}` },
        {
          label: say.country,
          value: country ? new Intl.DisplayNames([locale], { type: 'region' }).of(country) : upload.noCountry,
        },
        ...('contact.language' in fields
          ? []
          : [{ label: upload.fields['contact.language'], value: upload.clinicLanguage }]),
      ]}
    />
  )
}

/** Which column goes to which field. */
function MappedFields({ mapping }: { mapping: Mapping }) {
  const say = useWords('upload')
  return (
    <table>
      <TableHead columns={[say.field, say.column]} />
      <tbody>
        {Object.keys(mapping.fields).map((name) => (
          <tr key={name}>
            <th scope="row">{fieldLabel(say, name)}</th>
            <td>
              <Where source={sourceOf(mapping, name)!} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The columns of a field or its value, and how the service reads them. */
function Where({ source }: { source: Source }) {
  const { say, fill } = useTexts('admin-systems', 'mappings')
  const { clockChoices } = useWords('upload')
  const { constant, format, zone, skipped, repeated, pad } = source
  if (constant !== undefined) return fill(say.forAll, { value: constant })
  const notes = [
    ...(format === undefined ? [] : [fill(say.format, { format })]),
    ...(pad === undefined ? [] : [fill(say.pad, { digits: pad })]),
    ...(zone === undefined ? [] : [fill(say.zone, { zone })]),
    ...(skipped === undefined ? [] : [`${say.skipped} ${textOf(clockChoices, skipped)}`]),
    ...(repeated === undefined ? [] : [`${say.repeated} ${textOf(clockChoices, repeated)}`]),
  ]
  return (
    <>
      <bdi>{columnsOf(source).join(' + ')}</bdi> {notes.length > 0 && <span class="hint">{notes.join(' · ')}</span>}
    </>
  )
}
