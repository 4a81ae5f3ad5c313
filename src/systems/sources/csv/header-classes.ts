import { any } from './header-text.ts'

// Word classes. Names of columns are in the languages of our clinics, without accents.
export const visit = any`
  appointments?|appts?|apts?|booking|visits?|encounter|event|sessions?|consultas?|cons|marcacao|agendamento|
  atendimento|visita|citas?|reserva|turno|sesion|termine?|rdv|rendez vous|seance|visite|consultation|reservation|
  meeting|slot|موعد|الموعد|زيارة
`
export const patient = any`
  patient(?:s|in|en|enname)?|pat|pt|clients?|customers?|utentes?|pacientes?|clientes?|kunden?|contact|person|
  members?|invitee|attendees?|usuario|beneficiario|doente|user|المريض|مريض
`
export const doctor = any`
  (?!haus)\w*arzt|\w*behandler|medic[oa]s?|doctor[ae]?s?|drs?|dra|doutora?|arzt|arztin|behandler(?:in)?|zahnarzt|medecin|docteur|
  praticien(?:ne)?|soignant|intervenant|physicians?|providers?|practitioners?|clinicians?|therapists?|
  therapeut(?:in)?|dentist[ae]?|profissional|profesional|prestador|odontolog[oa]|terapeuta|hygienist|counsell?or|
  employee|mitarbeiter(?:in)?|staff|team member|colaborador|especialista|host|consultant|facultativo|الطبيب|طبيب
`
export const number = any`
  ids?|no|nr|n|num|numero|number|nummer|cod|codigo|code|key|ref|reference|referencia|uid|uuid|guid|kennung|
  identifiant|identificador|رقم
`
export const other = any`
  emergenc\w*|urgences?|notfall\w*|guardian|parents?|mother|father|mae|pai|madre|padre|responsavel|responsable|
  kin|spouse|partner|carer|cuidador|angehorige\w*|acompanhante|tutor|referr\w*|encaminh\w*|solicitante|remitente|
  derivante|zuweis\w*|uberweis\w*|adresseur|correspondant|traitant|hausarzt|gp|pcp|primary|familia|family|
  cabecera|pharmacy|farmacia|insur\w*|seguro|convenio|versicherung\w*|kasse|mutuelle|payer|subscriber|employer|
  clinic|clinica|consultorio|clinique|hospital|praxis|ordination|cabinet|practice|location|site|room|sala|company|
  user|created|creator|by|por|par|von wem|secretaria|receptionist|operador|billing|assistant|supervising|fax|
  facility|department|unidade|centro|branch|business|organi[sz]er|lead|invoice|host|account
`
export const citizen = any`nif|cpf|dni|nie|rut|curp|cedula|ssn|nir|sns|nhs|rg|bi|cc|passport|documento`
export const booked = any`
  creat\w*|cread[oa]|criad[oa]|criacao|creation|cree|cadastr\w*|registo|registro|register\w*|registration|booked|
  booking|reservad[oa]|reserva|marcad[oa]|marcacao|agendad[oa]|agendamento|solicit\w*|pedido|request\w*|demande|
  anfrage|erstell\w*|anlage\w*|angelegt|gebucht|buchung\w*|erfass\w*|saisie?|prise?|prise de|enter(?:ed)?|entry|
  added|received|modif\w*|updat\w*|chang\w*|alter\w*|geandert|anderung\w*|maj|mise a jour|atualiz\w*|actualiz\w*|
  cancel\w*|annul\w*|stor(?:no|niert)\w*|confirm\w*|sent|envi\w*|check ?in|check ?out|arriv\w*|chegada|llegada|
  ankunft|last|ultim[oa]|dernier\w*|letzte\w*|recall|due|print\w*|export\w*|import\w*|invoice\w*|paid|payment|
  pagamento|factura\w*|stamp|since|first|primeira|primera|premiere|completed|referral|admission|alta|alteracao|
  inclusao|lancamento|ingreso|deleted|expir\w*|valid\w*|reminder\w*|effective|next|proxim[oa]|prochaine?|
  nachste\w*|follow ?up|retorno|wait\w*|signed
`
export const birth = any`sterbe\w*|verstorben|death|deces|obito|falec\w*|birth\w*|dob|nasc\w*|nac|nacim\w*|geb|geburt\w*|naiss\w*|ne e? ?le|الميلاد|aniversario`
export const end = any`
  end\w*|endet (?:am|um)|fim|fin\w*|final|ende|bis|ate|hasta|to|until|termino|termina|fertig|finish\w*|نهاية
`
export const home = any`
  home|house|casa|residenc\w*|fixo|fijo|fixe|domicile|privat|festnetz|land ?line|work|office|trabalho|trabajo|
  travail|dienst\w*|geschaft\w*|comercial|beruflich|bureau|daytime|evening|hm|wk|bus|ext|extension|type|tipo|
  carrier|consent|ok|opt|status|other|secondary|alternat\w*|2
`
export const aboutName = any`
  ${number}|status|type|tipo|estado|service|treatment|plan|file|maiden|preferred|nick\w*|social|procedure|country|
  city|calendar|age|sex|balance|notes?|since|group|category|portal|email|phone|address|flag|alert|class|tag|new|
  novo|nuevo|neu|middle|title|prefix|suffix
`
