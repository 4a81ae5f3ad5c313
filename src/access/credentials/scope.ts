export const scopes = [
  'actions:read',
  'actions:write',
  'admin',
  'audit:read',
  'checkin:code',
  'checkin:read',
  'checkin:write',
  'notifications:read',
  'notifications:write',
  'privacy',
] as const
export type Scope = (typeof scopes)[number]
