// The pages show the icon of the service.
export { iconUrl } from '../src/platform/http/icon.ts'
