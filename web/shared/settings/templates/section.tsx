import { loadTemplateWords } from '../../../../client/words.ts'
import { lazily } from '../../loading/lazily.tsx'

/** The words of messages. It loads when somebody opens it. */
export const TemplatesSection = lazily<object>(async (language) => {
  const [{ Templates }, words] = await Promise.all([import('./templates.tsx'), loadTemplateWords(language)])
  return [Templates, words]
})
