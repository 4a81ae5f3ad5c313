import { type AccessMethods, accessMethods } from './access.ts'
import { type AcknowledgementMethods, acknowledgementMethods } from './acknowledgements.ts'
import { type ActionMethods, actionMethods } from './actions.ts'
import { type AuditMethods, auditMethods } from './audit.ts'
import { type CallMethods, callMethods } from './calls.ts'
import { type ChannelMethods, channelMethods } from './channels.ts'
import { connectTo } from './connection.ts'
import { type DeskMethods, deskMethods } from './desk.ts'
import { type EntityMethods, entityMethods } from './entities.ts'
import { type NotificationMethods, notificationMethods } from './notifications.ts'
import { type PrivacyMethods, privacyMethods } from './privacy.ts'
import type { ClientOptions } from './request.ts'
import { type SettingsMethods, settingsMethods } from './settings.ts'
import { type SourceMethods, sourceMethods } from './sources.ts'
import { type TemplateMethods, templateMethods } from './templates.ts'
import { type WebhookMethods, webhookMethods } from './webhooks.ts'

export type {
  Account,
  AccountChange,
  AccountLink,
  InvitedAccount,
  NewAccount,
} from '../src/access/accounts/account-record.ts'
export type { AuditEntry } from '../src/access/audit/entry.ts'
export type { AccessTokenStatus } from '../src/access/credentials/routes.ts'
export type { Session } from '../src/access/sessions/routes.ts'
export type { AccessRule, AccessRulesVersion } from '../src/access/sign-in/access-rule.ts'
export type {
  AccessTokenRecord,
  CreatedAccessToken,
  NewAccessToken,
} from '../src/administration/access-tokens/access-token-record.ts'
export type { ChannelStatus } from '../src/administration/channels/channel-record.ts'
export type { MovedDay } from '../src/administration/entities/moved-days.ts'
export type { EntityPreview } from '../src/administration/entities/preview-change.ts'
export type { Erasure } from '../src/administration/erasure/erasure.ts'
export type { ReminderPreview, SettingsChange } from '../src/contacts/reminders/preview.ts'
export type { Reminders, Step } from '../src/contacts/reminders/sequence.ts'
export type { AnswerMeasure } from '../src/contacts/replies/text-answer-routes.ts'
export type { ReplyFilters, UnhandledReply } from '../src/contacts/replies/unhandled-reply.ts'
export type { Draft, ListedTemplate, Preview, Template, TemplateVersion } from '../src/contacts/templates/template.ts'
export type { PlanEntry, Timeline, TimelineEvent } from '../src/contacts/timeline/timeline.ts'
export type { ZoneClock } from '../src/entities/clocks.ts'
export type { Entity, EntityChanges, NewEntity } from '../src/entities/entity.ts'
export type { Change } from '../src/entities/history/change.ts'
export type { Retention } from '../src/entities/retention.ts'
export type { ActionRecord } from '../src/log/actions/action.ts'
export type { ActionFilters } from '../src/log/actions/filters.ts'
export type { ActionSummary } from '../src/log/actions/summary.ts'
export type { ArrivalStatus } from '../src/messages/check-in/arrival-status.ts'
export type { CheckinRecord } from '../src/messages/check-in/checkin-record.ts'
export type { EntitySettings } from '../src/messages/delivery/settings.ts'
export type { OptOut } from '../src/messages/opt-outs/opt-outs.ts'
export type { PublicHolidays } from '../src/messages/quiet-hours/public-holidays.ts'
export type { QuietHours } from '../src/messages/quiet-hours/quiet-hours.ts'
export type { Claim, NewClaim } from '../src/notifications/claims/claim.ts'
export type { OutcomesQuery } from '../src/notifications/figures/outcomes-query.ts'
export type { VisitOutcomes } from '../src/notifications/figures/visit-outcomes.ts'
export type { StaffAnswer } from '../src/notifications/lifecycle/staff-answer.ts'
export type { ListFilters as VisitFilters } from '../src/notifications/lists/list-visits.ts'
export type { NextDay } from '../src/notifications/next-day/next-day.ts'
export type { NewNote, Note } from '../src/notifications/notes/note.ts'
export type { SentMessage } from '../src/notifications/sent-messages/sent-message.ts'
export type { NotificationStatus } from '../src/notifications/status/status.ts'
export type { Submission, Task } from '../src/notifications/submit/submission.ts'
export type { ListedTask } from '../src/notifications/tasks/list-tasks.ts'
export type { NotificationFilters } from '../src/notifications/tasks/task-notifications.ts'
export type { ClockDecision } from '../src/notifications/zone-rules/routes.ts'
export type { Acknowledgement } from '../src/systems/acknowledgements/acknowledgement.ts'
export type { SourceLag } from '../src/systems/acknowledgements/lag.ts'
export type { Mapping } from '../src/systems/sources/csv/mapping.ts'
export type { MappingGuess } from '../src/systems/sources/csv/mapping-guess.ts'
export type { CsvReport } from '../src/systems/sources/csv/report.ts'
export type { NamedMapping } from '../src/systems/sources/csv/stored.ts'
export type { NewWebhook, Resend, Webhook, WebhookAttempt, WebhookWithSecret } from '../src/systems/webhooks/webhook.ts'
export { ProblemError } from './problem-error.ts'
export type { ClientOptions, SentFile } from './request.ts'
export type { TaggedResource } from './tagged.ts'
export type { TemplateKey } from './templates.ts'

export interface Client
  extends AccessMethods,
    AcknowledgementMethods,
    AuditMethods,
    ActionMethods,
    CallMethods,
    ChannelMethods,
    DeskMethods,
    EntityMethods,
    NotificationMethods,
    PrivacyMethods,
    SettingsMethods,
    SourceMethods,
    TemplateMethods,
    WebhookMethods {}

/** Creates a client of one Rollcall service. Its calls throw ProblemError, TypeError if the service is unreachable, and
 *  TimeoutError. */
export function createClient(options: ClientOptions): Client {
  const connection = connectTo(options)
  return {
    ...accessMethods(connection),
    ...acknowledgementMethods(connection),
    ...auditMethods(connection),
    ...actionMethods(connection),
    ...callMethods(connection),
    ...channelMethods(connection),
    ...deskMethods(connection),
    ...entityMethods(connection),
    ...notificationMethods(connection),
    ...privacyMethods(connection),
    ...settingsMethods(connection),
    ...sourceMethods(connection),
    ...templateMethods(connection),
    ...webhookMethods(connection),
  }
}
