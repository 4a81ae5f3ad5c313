import { readableColour } from '../../../client/brand-colours.ts'
import { countriesIn } from '../../shared/countries.ts'
import { useTexts } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import type { FieldTexts } from './use-field-faults.ts'
import type { ClinicValues } from './values.ts'

interface Props {
  values: ClinicValues
  faults: FieldTexts
  onChange: (values: ClinicValues) => void
}

/** The colour of the service, where a clinic has none of its own. */
const shippedColour = '#4338ca'

/** The country of telephone numbers, and the colour in mails and on the answer page. */
export function BrandFields({ values, faults, onChange }: Props) {
  const { say, fill, locale } = useTexts('admin-clinics')
  const { colour, country } = values
  const readable = readableColour(colour || shippedColour)
  const setColour = (next: string) => onChange({ ...values, colour: next })
  return (
    <div class="clinic-fields">
      <Field label={say.fields.country} hint={say.hints.country} fault={faults.country}>
        {(control) => (
          <select
            {...control}
            name="country"
            value={country}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, country: value })}
          >
            <option value="">{say.anyCountry}</option>
            {countriesIn(locale).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={say.fields.colour}
        hint={say.hints.colour}
        fault={
          faults.colour && (
            <>
              {faults.colour}{' '}
              <button type="button" onClick={() => setColour(readable)}>
                <i class="colour-sample" style={{ '--sample': readable }} aria-hidden="true" />{' '}
                {fill(say.useColour, { colour: readable })}
              </button>
            </>
          )
        }
      >
        {(control) => (
          <div class="row">
            <input
              {...control}
              name="colour"
              type="color"
              value={colour || shippedColour}
              onInput={({ currentTarget: { value } }) => setColour(value)}
            />
            {colour && (
              <button type="button" class="quiet" onClick={() => setColour('')}>
                {say.noColour}
              </button>
            )}
          </div>
        )}
      </Field>
    </div>
  )
}
