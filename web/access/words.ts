import type { Language } from '../../client/words.ts'
import type { Scope } from './session.ts'

interface AccessWords {
  signIn: string
  accessToken: string
  /** Explains how to obtain a token. */
  whence: string
  opening: string
  clinic: string
  signOut: string
  language: string
  faults: {
    'no-token': string
    incomplete: string
    mistyped: string
    unknown: string
    expired: string
    revoked: string
    'not-accepted': string
    'no-connection': string
    'no-entity': string
    unavailable: string
    lacks: (scopes: Scope[]) => string
  }
}

const listed = (scopes: Scope[]) => scopes.join(', ')

export const words: Record<Language, AccessWords> = {
  en: {
    signIn: 'Sign in',
    accessToken: 'Access token',
    whence: 'It begins with rc_ and comes from the administrator of this service.',
    opening: 'One moment\u00a0…',
    clinic: 'Clinic',
    signOut: 'Sign out',
    language: 'Language',
    faults: {
      'no-token': 'This is not an access token: those begin with rc_.',
      incomplete: 'This token is not complete. Copy all of it, up to its last character.',
      mistyped: 'This token has a wrong character. Copy it again.',
      unknown:
        'This service does not know this token. It may belong to another one. Ask the administrator for a token.',
      expired: 'This token has expired. Ask the administrator for a new one.',
      revoked: 'This token was revoked. Ask the administrator for a new one.',
      'not-accepted': 'This token is not accepted. Ask the administrator for a new one.',
      'no-connection': 'The service cannot be reached. Check the connection, then try again.',
      'no-entity': 'This access token is not for any clinic. Ask for one that is.',
      unavailable: 'The service cannot answer just now. Try again in a moment.',
      lacks: (scopes) => `This access token lacks what this page needs: ${listed(scopes)}. Ask for one that has it.`,
    },
  },
  pt: {
    signIn: 'Entrar',
    accessToken: 'Token de acesso',
    whence: 'Começa por rc_ e é criado por quem gere este serviço.',
    opening: 'Um momento\u00a0…',
    clinic: 'Clínica',
    signOut: 'Sair',
    language: 'Idioma',
    faults: {
      'no-token': 'Isto não é um token de acesso: estes começam por rc_.',
      incomplete: 'Este token não está completo. Copie-o até ao último carácter.',
      mistyped: 'Este token tem um carácter errado. Copie-o de novo.',
      unknown: 'Este serviço não conhece este token. Pode ser de outro serviço. Peça um a quem gere este.',
      expired: 'Este token expirou. Peça um novo a quem gere o serviço.',
      revoked: 'Este token foi revogado. Peça um novo a quem gere o serviço.',
      'not-accepted': 'Este token não é aceite. Peça um novo a quem gere o serviço.',
      'no-connection': 'Não é possível contactar o serviço. Verifique a ligação e tente de novo.',
      'no-entity': 'Este token de acesso não é de nenhuma clínica. Peça um que seja.',
      unavailable: 'O serviço não pode responder agora. Tente de novo dentro de momentos.',
      lacks: (scopes) =>
        `Falta a este token de acesso o que esta página precisa: ${listed(scopes)}. Peça um que o tenha.`,
    },
  },
  es: {
    signIn: 'Entrar',
    accessToken: 'Token de acceso',
    whence: 'Empieza por rc_ y lo crea quien administra este servicio.',
    opening: 'Un momento\u00a0…',
    clinic: 'Clínica',
    signOut: 'Salir',
    language: 'Idioma',
    faults: {
      'no-token': 'Esto no es un token de acceso: empiezan por rc_.',
      incomplete: 'Este token no está completo. Cópielo hasta el último carácter.',
      mistyped: 'Este token tiene un carácter equivocado. Cópielo de nuevo.',
      unknown: 'Este servicio no conoce este token. Puede que sea de otro. Pida uno a quien administra este servicio.',
      expired: 'Este token ha caducado. Pida uno nuevo a quien administra el servicio.',
      revoked: 'Este token fue revocado. Pida uno nuevo a quien administra el servicio.',
      'not-accepted': 'Este token no se acepta. Pida uno nuevo a quien administra el servicio.',
      'no-connection': 'No se puede conectar con el servicio. Revise la conexión e inténtelo de nuevo.',
      'no-entity': 'Este token de acceso no es de ninguna clínica. Pida uno que lo sea.',
      unavailable: 'El servicio no puede responder ahora. Inténtelo de nuevo en un momento.',
      lacks: (scopes) =>
        `A este token de acceso le falta lo que esta página necesita: ${listed(scopes)}. Pida uno que lo tenga.`,
    },
  },
  fr: {
    signIn: 'Se connecter',
    accessToken: 'Jeton d’accès',
    whence: 'Il commence par rc_ et vient de la personne qui gère ce service.',
    opening: 'Un instant\u00a0…',
    clinic: 'Clinique',
    signOut: 'Se déconnecter',
    language: 'Langue',
    faults: {
      'no-token': 'Ceci n’est pas un jeton d’accès\u00a0: ils commencent par rc_.',
      incomplete: 'Ce jeton n’est pas complet. Copiez-le jusqu’au dernier caractère.',
      mistyped: 'Ce jeton contient un caractère erroné. Copiez-le à nouveau.',
      unknown:
        'Ce service ne connaît pas ce jeton. Il vient peut-être d’un autre. Demandez-en un à la personne qui gère ce service.',
      expired: 'Ce jeton a expiré. Demandez-en un nouveau à la personne qui gère ce service.',
      revoked: 'Ce jeton a été révoqué. Demandez-en un nouveau à la personne qui gère ce service.',
      'not-accepted': 'Ce jeton n’est pas accepté. Demandez-en un nouveau à la personne qui gère ce service.',
      'no-connection': 'Le service est injoignable. Vérifiez la connexion, puis réessayez.',
      'no-entity': 'Ce jeton d’accès n’est pour aucune clinique. Demandez-en un qui le soit.',
      unavailable: 'Le service ne peut pas répondre pour l’instant. Réessayez dans un moment.',
      lacks: (scopes) =>
        `Il manque à ce jeton d’accès ce dont cette page a besoin\u00a0: ${listed(scopes)}. Demandez-en un qui l’ait.`,
    },
  },
}
