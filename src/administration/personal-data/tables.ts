import { accountChangesData, accountsData, passkeysData } from '../../access/accounts/table.ts'
import { auditEntriesData } from '../../access/audit/table.ts'
import { accessTokenEntitiesData, accessTokensData } from '../../access/credentials/table.ts'
import { firstStartsData } from '../../access/first-start/table.ts'
import { idempotencyKeysData } from '../../access/idempotency/table.ts'
import { sessionsData } from '../../access/sessions/table.ts'
import { accessRulesData } from '../../access/sign-in/table.ts'
import { channelSettingsData } from '../../channels/settings/table.ts'
import { repliesData } from '../../contacts/replies/table.ts'
import { changesData } from '../../entities/history/table.ts'
import { entitiesData, entityLogosData, removedEntitiesData } from '../../entities/table.ts'
import { actionsData } from '../../log/actions/table.ts'
import { eventsData } from '../../log/events/table.ts'
import { checkinTokensData } from '../../messages/check-in/table.ts'
import { templatesData, writtenMessagesData } from '../../messages/compose/table.ts'
import {
  deliveriesData,
  messageCountersData,
  receivedMessagesData,
  undeliverableAddressesData,
} from '../../messages/delivery/table.ts'
import { contactOptOutsData, optOutsData } from '../../messages/opt-outs/table.ts'
import { claimsData } from '../../notifications/claims/table.ts'
import { notesData } from '../../notifications/notes/table.ts'
import { taskCountersData, tasksData } from '../../notifications/tasks/table.ts'
import { clockReadingsData } from '../../platform/database/clock-check.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import { acknowledgementsData, acknowledgingSourcesData } from '../../systems/acknowledgements/table.ts'
import { mappingsData } from '../../systems/sources/csv/table.ts'
import { webhookAttemptsData, webhooksData } from '../../systems/webhooks/table.ts'
import { erasuresData } from '../../visits/erasures/table.ts'
import { notificationsData } from '../../visits/table.ts'
import { holdsData } from '../holds/table.ts'

/** What each table holds about people. A new table or column does not compile without a decision. */
export const tableData = {
  access_rules: accessRulesData,
  access_token_entities: accessTokenEntitiesData,
  access_tokens: accessTokensData,
  account_changes: accountChangesData,
  accounts: accountsData,
  acknowledgements: acknowledgementsData,
  acknowledging_sources: acknowledgingSourcesData,
  actions: actionsData,
  audit_entries: auditEntriesData,
  changes: changesData,
  channel_settings: channelSettingsData,
  checkin_tokens: checkinTokensData,
  claims: claimsData,
  clock_readings: clockReadingsData,
  contact_opt_outs: contactOptOutsData,
  deliveries: deliveriesData,
  entities: entitiesData,
  entity_logos: entityLogosData,
  erasures: erasuresData,
  events: eventsData,
  first_starts: firstStartsData,
  holds: holdsData,
  idempotency_keys: idempotencyKeysData,
  mappings: mappingsData,
  message_counters: messageCountersData,
  notes: notesData,
  notifications: notificationsData,
  opt_outs: optOutsData,
  passkeys: passkeysData,
  received_messages: receivedMessagesData,
  removed_entities: removedEntitiesData,
  replies: repliesData,
  sessions: sessionsData,
  task_counters: taskCountersData,
  tasks: tasksData,
  templates: templatesData,
  undeliverable_addresses: undeliverableAddressesData,
  webhook_attempts: webhookAttemptsData,
  webhooks: webhooksData,
  written_messages: writtenMessagesData,
} satisfies { [Name in keyof Schema]: TableData<Name> }
