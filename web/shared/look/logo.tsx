import { iconUrl } from '../../../client/icon.ts'

/** The logo, beside a title that names the product or the page. */
export const Logo = () => <img class="logo" src={iconUrl} width={24} height={24} alt="" />
