import type { Dialect } from '../languages/languages.ts'
import type { ShowingMessage } from '../plugins/plugin.ts'
import { findPlugin } from '../plugins/registry.ts'
import { wordsOfPlugin } from '../plugins/words.ts'
import type { Notification } from '../visits/notification.ts'

/** Returns the params that the message shows, each with its label. */
export function detailsOf(
  { category, target, params }: Notification,
  language: Dialect,
  message: ShowingMessage,
): { key: string; label: string; value: string }[] {
  const labels = wordsOfPlugin({ category, target }, language).details
  return findPlugin(category, target)!
    .shows[message].filter((key) => params[key] !== undefined)
    .map((key) => ({ key, label: labels[key]!, value: params[key]! }))
}
