// The desk recognises codes without a connection by the rules of the service.
export {
  isCheckinToken,
  isIssuedToken,
  issuedCharacters,
  missingCharacters,
  normalSpelling,
} from '../src/messages/check-in/token-spelling.ts'
