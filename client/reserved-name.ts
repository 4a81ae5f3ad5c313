// The pages refuse the same as the service, while somebody types.
export { reservedName } from '../src/access/credentials/reserved-name.ts'
