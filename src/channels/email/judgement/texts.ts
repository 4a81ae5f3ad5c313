import type { Fault } from './codes.ts'

/** Words that overrule a code of the address, which servers also use for a sender whom they block, and for a full mailbox. The first
 *  row that fits counts. */
const overruling: [RegExp, Fault][] = [
  // The server checked the sender's address, with the words of an unknown recipient.
  [/\bsender (?:address |domain )?verif|verif(?:y|ication) failed|sender address rejected|callout/i, 'sender'],
  // A list or a group that does not take this sender, and a sender without DNS records.
  [/white ?list|allow ?list|posting denied|domain of the (?:from|sender)|not found in dns/i, 'sender'],
  [/(?:mailbox|account|user|recipient)\b.{0,20}\bover (?:the )?limit/i, 'mailbox'],
  // Exchange Online's limit of a day, or a full mailbox of the sender.
  [/\bSTOREDRV\.Submission\b/, 'limit'],
  [/\bloop|too many hops|hop count|too many .?received/i, 'loop'],
  // Before the recipient was named.
  [/(?:in reply to|after) (?:the )?(?:MAIL FROM|EHLO|HELO|initial)/i, 'sender'],
  [
    /\bfull\b|quota|out of storage|(?:disk|storage) (?:space|allocation|limit)|exceeded .{0,30}storage|no space left|not enough (?:disk |storage )?space|\bcheia\b|\blleno\b|\bllena\b|\bpleine?\b|\bPostfach voll\b|espaço|übergelaufen/i,
    'mailbox',
  ],
  [
    /(?:mailbox|account|user|recipient|inbox|address)\b.{0,60}\b(?:disabled|inactive|suspended|deactivated|locked|frozen|not active|not activated|busy|temporarily unavailable)|disabled recipient|conta (?:suspensa|inativa|bloqueada)|cuenta (?:suspendida|desactivada|inactiva)/i,
    'mailbox',
  ],
  [/receiving mail (?:too quickly|at a rate)/i, 'mailbox'],
  [/\bspf\b|\bdkim\b|\bdmarc\b|reverse dns|\brdns\b|\bptr\b|authenticat/i, 'authentication'],
  [
    /black ?list|block ?list|\bdeny ?list|\b\w*(?:dns|r)bls?\b|problem occurred|spamhaus|spamcop|barracudacentral|\bsorbs\b|\bcloudmark\b|(?<!not )listed (?:at|by|in|on)|reputation|banned|blocked using|(?:client|host|ip|network)\b.{0,60}\bblocked/i,
    'blocklist',
  ],
  [
    /grey-?list|gray-?list|postgrey|too many|too fast|\brate\b|throttl|\blimit(?:ed|s)?\b.{0,40}(?:hour|day|minute|message|sending)|unusual|unexpected volume|sending limit|\blimited\b|max(?:imum)? (?:message|connection)s? per/i,
    'limit',
  ],
  [
    /too (?:big|large)|message (?:is )?too long|message size|size limit|exceeds? (?:the )?(?:maximum|max|fixed|size)|exceed.{0,30}size|maximum (?:email |message )?size/i,
    'size',
  ],
  [
    /\bspam|\bjunk|virus|malware|phish|content|attachment|\burl\b|unsolicited|\bbulk\b|malformed (?:message|mail|header)|rfc ?5322/i,
    'content',
  ],
  [
    /timed out|timeout exceeded|time-?out\b|expired|queue too long|gave up|retries, giving up|name server reply|not found, try again|lost connection|connection (?:refused|reset)|no route|unreachable|host is down|not responding|failing for a long time|temporar|again later|try later|tente novamente|mais tarde|plus tard|más tarde|später/i,
    'unreachable',
  ],
  [
    /polic(?:y|ies)|\bblock|preferences|administrative|prohibit|not allowed|not permitted|not authori[sz]ed|unauthori[sz]ed|relay|(?<!to |to the )\bsender\b|(?<![?&])\bip\b|mail from\b|from (?:address|domain|header)|return.path|\b(?:helo|ehlo)\b|your (?:domain|host|server|mail server)\b|remetente|remitente|expéditeur|absender|restricted|security/i,
    'sender',
  ],
]

/** Words that name a fault of the address, if no code does. */
const ofAddress = [
  // In either order: "unknown user", "user unknown".
  /(?:unknown|invalid|no such|bad|not? (?:a )?valid|non-?exist[ae]nt|unrecognized) (?:local )?(?:user|recipient|mail ?box|e?-?mail|address|account|domain|alias|destinat|local.?part|person|rcpt)/i,
  /(?:user|recipient|mail ?box|address|account|domain|alias|person|customer|addressee)\b.{0,80}?\b(?:(?:is |was |are )?(?:unknown|invalid|not (?:be )?(?:found|known|exist|present|listed|valid|recognized)|no longer (?:exists?|valid|available|on server|in use|with)|misspelled)|(?:does|do|did) ?(?:not|n['’]t) (?:currently )?exist|(?:could|can) ?not be found|couldn['’]t be found|wasn['’]t found|nonexistent)/i,
  /(?:does not|doesn['’]t|do not|not) exist/i,
  /doesn['’]t have an? \S+ account|no (?:mail ?box|account|one)\b.{0,20}\b(?:here|by that name|found|at this address)|not our (?:customer|user)|user(?:name)? not|nobody here|unrout(?:e?able) (?:address|mail domain)/i,
  /recipient address rejected: access denied|host or domain name not found|host unknown|unknown host|no such (?:host|domain)|no mx (?:record|host)|no relevant answers|nonexistentdomain|non-?existent hosts?|null ?mx|does not accept mail|no smtp service|resolver\.adr\.\w*recip\w*notfound|recipientnotfound|illegal alias|validrcptto/i,
  // Postfix, Zimbra: the domain alone.
  /recipient address rejected: [\w-]+(?:\.[\w-]+)+\.?(?: \(|\s*$)/i,
  // Portuguese, Spanish, French, German, Italian.
  /(?:usu[aá]rio|utilizador|destinat[aá]rio|conta|caixa|endereço|e-?mail)\b.{0,40}?(?:desconhecid|inexistente|inv[aá]lid|n[aã]o (?:existe|encontrad|foi encontrad))/i,
  /(?:usuario|destinatario|cuenta|buz[oó]n|direcci[oó]n)\b.{0,40}?(?:desconocid|inexistente|inv[aá]lid|no (?:existe|encontrad|v[aá]lid))|no existe\b/i,
  /(?:utilisateur|destinataire|adresse|compte|bo[iî]te)\b.{0,50}?(?:inconnu|inexistant|invalide|introuvable|n['’ ]existe)/i,
  /(?:empf[aä]nger|benutzer|adresse|postfach|mailbox|konto)\w*\b.{0,40}?(?:unbekannt|ung[uü]ltig|existiert nicht|nicht gefunden|nicht vorhanden)|unbekannter? (?:empf[aä]nger|benutzer)/i,
  /(?:utente|destinatario|casella|indirizzo)\b.{0,40}?(?:sconosciut|inesistente|non (?:esiste|trovat|valid))/i,
]

/** Removes names, which may contain any word: addresses, the servers that speak, and errors. */
const withoutNames = (text: string) =>
  text
    .replaceAll(/<?[^\s<>@:;,("']+@[^\s<>:;,)"']+>?/g, '…')
    // What IronPort says for x.1.0 and x.3.0, and Exchange Online for x.1.351, whatever the other server said.
    .replaceAll(
      /Unknown address error|Other mail system problem|Remote server returned unknown recipient or mailbox unavailable/gi,
      '…',
    )
    .replaceAll(/\bhost \S+ \[[^\]]*\]/gi, 'host')
    .replaceAll(/\S+\[[\d.a-f:]+\](?= said| refused)/gi, '…')

/** Returns the fault that a server's text names. */
export function readText(text: string): { overruling: Fault | undefined; isOfAddress: boolean } {
  const words = withoutNames(text)
  return {
    overruling: overruling.find(([pattern]) => pattern.test(words))?.[1],
    isOfAddress: ofAddress.some((pattern) => pattern.test(words)),
  }
}
