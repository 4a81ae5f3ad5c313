export { type Role, roles, scopesOf } from '../src/access/accounts/roles.ts'
