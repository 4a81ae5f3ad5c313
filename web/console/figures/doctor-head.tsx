import { useContext } from 'preact/hooks'
import { useFormat, useWords } from '../../language.tsx'
import { LocationContext } from '../../page-location.ts'

/** Says that the rates and the comparison are of one doctor, and leads back to all. */
export function DoctorHead({ doctor }: { doctor: string }) {
  const say = useWords('rates')
  const fill = useFormat()
  const { go } = useContext(LocationContext)
  return (
    <div class="row doctor-head">
      <h2 dir="auto">{fill(say.onlyDoctor, { doctor })}</h2>
      <button type="button" class="quiet" onClick={() => go({ of: undefined, compare: 'doctor' })}>
        {say.allDoctors}
      </button>
    </div>
  )
}
