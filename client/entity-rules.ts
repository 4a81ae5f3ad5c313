// The pages refuse the same as the service, while somebody types.
export { isTelephoneNumber } from '../src/entities/telephone-number.ts'
export { oneLine } from '../src/platform/text/one-line.ts'
export { isVisible, withoutInvisible } from '../src/platform/text/visible.ts'
