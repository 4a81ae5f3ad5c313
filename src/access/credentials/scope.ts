export const scopes = [
  'actions:read',
  'actions:write',
  'admin',
  'checkin:code',
  'checkin:read',
  'checkin:write',
  'notifications:read',
  'notifications:write',
] as const
export type Scope = (typeof scopes)[number]
