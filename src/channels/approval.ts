import type { Server } from '../platform/config/channel-environment.ts'
import type { Chat } from './content.ts'

/** How the provider of a messenger approves words. Outside a conversation, it takes a message only in words that it has approved. */
export interface Approval<Configured extends Server = Server> {
  /** Returns the words of a chat as the provider registers them. The values of the chat are examples. */
  templateOf(chat: Chat): ChatTemplate
  /** Names the variables without which the provider cannot be asked. Undefined if it can. */
  lacks(server: Configured | undefined): string | undefined
  /** Returns the status of each template.
   *  @throws Error that says why the provider refuses */
  check(server: Configured, templates: ChatTemplate[]): Promise<TemplateStatus[]>
  /** Submits a template for approval.
   *  @throws Error if the provider would refuse every template, and without a response: it may have registered the template */
  register(server: Configured, template: ChatTemplate): Promise<Registration>
}

/** Words as a provider registers them, with members of its own. */
export interface ChatTemplate {
  name: string
  /** The provider's code of the language. */
  language: string
}

/** `missing`: not registered. `different`: registered with other words than those of this version. All others are the
 *  provider's, such as `approved`, `pending`, `rejected` and `paused`. */
export interface TemplateStatus {
  status: string
  /** Why the provider rejected it, in its words. */
  reason?: string
}

export type Registration =
  | { outcome: 'registered'; status: TemplateStatus }
  | { outcome: 'refused'; reason: string }
  /** The provider accepts no more templates for a while. */
  | { outcome: 'limited'; reason: string }
