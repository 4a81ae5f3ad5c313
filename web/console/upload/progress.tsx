import { useTexts } from '../../shared/language.tsx'

interface Props {
  label: string
  /** The share of the bytes that the browser has sent. After the last byte, the service still reads rows. */
  progress: number
  onStop: () => void
}

export function Progress({ label, progress, onStop }: Props) {
  const { say, locale } = useTexts('upload')
  return (
    <div class="progress">
      <span role="status">{label}</span>
      <progress aria-label={label} {...(progress < 1 && { value: progress })} />
      <span aria-hidden="true">{progress < 1 && progress.toLocaleString(locale, { style: 'percent' })}</span>
      <button type="button" onClick={onStop}>
        {say.stop}
      </button>
    </div>
  )
}
