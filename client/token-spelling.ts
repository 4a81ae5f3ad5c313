// The desk recognises codes without a connection by the rules of the service.
export {
  isCheckinToken,
  isIssuedToken,
  issuedCharacters,
  normalSpelling,
} from '../src/messages/check-in/token-spelling.ts'
