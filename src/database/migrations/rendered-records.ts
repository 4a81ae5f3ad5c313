// SQLite renders a record when its row changes, and a list copies it from an index. These are the expressions of
// `tasks/status-record.ts`: another expression would not use the index.

const name = (column: string) => `'"' || ${column} || '"'`
const text = (column: string) => `case when ${column} is not null then json_quote(${column}) end`
const instant = (column: string) =>
  `'"' || replace(datetime((${column} + 10000000000000000) / 1000000 - 10000000000, 'unixepoch'), ' ', 'T')
    || '.' || substr(1000000 + (${column} + 10000000000000000) % 1000000, 2) || '+00:00"'`

export const notificationRecord = `concat('{"id":' || ${name('notification_id')}, ',"task_id":' || ${name('task_id')},
  ',"external_id":' || ${text('external_id')}, ',"category":' || ${name('category')}, ',"target":' || ${name('target')},
  ',"supersedes":' || ${name('supersedes')}, ',"superseded_by":' || ${name('superseded_by')},
  ',"starts_at":' || ${instant('starts_at')}, ',"ends_at":' || ${instant('ends_at')},
  ',"contact":' || contact, ',"params":' || params, ',"state":' || ${name('state')},
  ',"created_at":' || ${instant('created_at')}, ',"answered_at":' || ${instant('answered_at')},
  ',"by":' || case when answered_at is not null then coalesce(${text('answered_by')}, '"contact"') end,
  ',"arrived_at":' || ${instant('arrived_at')}, ',"arrived_by":' || ${text('arrived_by')},
  ',"wish":' || ${text('wish')}, ',"version":' || version, ',"done":' || case when done_at is not null
  then concat(concat('{"at":' || ${instant('done_at')}, ',"by":' || ${text('done_by')}), '}') end,
  ',"arrived_reason":' || ${text('arrived_reason')})`

export const deliveryRecord = `concat('{"kind":' || ${name('kind')}, ',"channel":' || ${name('channel')},
  ',"uid":' || ${text('uid')}, ',"state":' || ${name('state')}, ',"attempts":' || attempts,
  ',"next_attempt_at":' || case when state = 'pending' then ${instant('next_attempt_at')} end,
  ',"sent_at":' || ${instant('sent_at')}, ',"delivered_at":' || ${instant('delivered_at')}, ',"reason":' || ${text('reason')})`
