import type { Dialect } from '../languages/contact-locale.ts'
import type { PluginMessages } from '../plugins/plugin-messages.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Notification } from '../visits/notification.ts'

/** Returns the params that the message shows, each with its label. */
export function detailsOf(
  { category, target, params }: Notification,
  language: Dialect,
  message: keyof PluginMessages['shows'],
): { key: string; label: string; value: string }[] {
  const plugin = findPlugin(category, target)!
  const labels = plugin.words[language].details
  return plugin.messages.shows[message]
    .filter((key) => params[key] !== undefined)
    .map((key) => ({ key, label: labels[key]!, value: params[key]! }))
}
