import { protocolOf } from '../../platform/config/setting.ts'
import { gateway } from './gateway/gateway.ts'
import type { TextProvider, TextServer } from './provider.ts'
import { smpp } from './smpp/smpp.ts'
import { twilio } from './twilio/twilio.ts'
import { vonage } from './vonage/vonage.ts'

export const providers: readonly TextProvider[] = [smpp, gateway, twilio, vonage]

/** Returns the provider of the server. */
export const providerOf = ({ url }: TextServer): TextProvider =>
  providers.find(({ protocols }) => protocols.includes(protocolOf(url)!))!
