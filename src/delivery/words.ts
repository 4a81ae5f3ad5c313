import type { Language } from '../languages.ts'

/** What a notice says around that of which it tells. `$…` stand for what is filled in. */
export const words: Record<Language, { greeting: string; invitation: string; short: string; closing: string }> = {
  en: {
    greeting: 'Dear $name,',
    invitation: 'Please confirm, ask for another time or cancel here:',
    short: '$entity: $day $time. Confirm, change or cancel: $link',
    closing: 'You receive this because of your appointment with us.',
  },
  pt: {
    greeting: 'Olá, $name,',
    invitation: 'Por favor, confirme, peça outra data ou cancele aqui:',
    short: '$entity: $day $time. Confirme, altere ou cancele: $link',
    closing: 'Recebe esta mensagem por causa da sua marcação connosco.',
  },
  es: {
    greeting: 'Hola, $name:',
    invitation: 'Por favor, confirme, pida otra fecha o cancele aquí:',
    short: '$entity: $day $time. Confirme, cambie o cancele: $link',
    closing: 'Recibe este mensaje por su cita con nosotros.',
  },
  fr: {
    greeting: 'Bonjour $name,',
    invitation: 'Merci de confirmer, de demander une autre date ou d’annuler ici :',
    short: '$entity : $day $time. Confirmer, changer ou annuler : $link',
    closing: 'Vous recevez ce message pour votre rendez-vous chez nous.',
  },
}
