/** Words that columns of exports have, by the field that they mean: in English, Portuguese, Spanish, German and French. Without
 *  accents, case and punctuation. The first match of a column decides, so that the more precise fields come first. */
export const columnNames: [field: string, words: RegExp][] = [
  ['email', /mail|correo/],
  ['whatsapp', /whatsapp/],
  ['mobile', /telemovel|celular|movil|mobil|mobile|cell|handy|portable|phone|telefon|telephone|^tel|fone/],
  ['contact.birth_date', /birth|nascimento|nacimiento|geburt|naissance|dob/],
  ['contact.gender', /^(sex|sexo|sexe|gender|genero|geschlecht|genre)$/],
  [
    'params.doctor_external_id',
    /(id|cod|codigo|code|nr|numero|number|nummer) ?(do|da|del|de|des|du)? ?(medico|doctor|doutor|arzt|medecin|physician|provider)|(medico|doctor|arzt|medecin|physician|provider) ?(id|cod|code|nr)$/,
  ],
  ['params.doctor_expertise', /especialidade|especialidad|specialty|speciality|expertise|fachrichtung|specialite/],
  ['params.exam', /^(exam|exame|examen|untersuchung)$/],
  ['params.vaccine', /vacina|vacuna|vaccine|impfstoff|vaccin/],
  [
    'params.doctor',
    /medico|medica|doctor|doutor|doutora|arzt|arztin|medecin|docteur|physician|provider|profissional|profesional/,
  ],
  [
    'contact.external_id',
    /(id|cod|codigo|code|nr|no|n|numero|number|nummer) ?(do|da|del|de|des|du)? ?(utente|paciente|patient|patiente|patienten|cliente|client)|(patient|patienten|utente|paciente|client)(en)? ?(id|nr|no|nummer|number|code)$|^(utente|processo|paciente id|patientid|historia)$/,
  ],
  [
    'contact.last_name',
    /apelido|apelidos|apellido|apellidos|surname|lastname|last name|nachname|familienname|nom de famille|sobrenome/,
  ],
  [
    'contact.first_name',
    /^(first ?name|given ?name|forename|nome proprio|primeiro nome|vorname|prenom|nombre de pila)$/,
  ],
  ['contact.name', /nome|nombre|name|^nom$|patient|paciente|utente|cliente|client/],
  [
    'external_id',
    /^(id|key|chave|clave|schlussel|cle)$|(id|cod|codigo|code|nr|no|n|numero|number|nummer) ?(da|de|del|der|des|du)? ?(consulta|marcacao|cita|appointment|termin|rendezvous|rdv|agendamento|visita)|(appointment|termin|consulta|cita|marcacao|agendamento|rdv) ?(id|nr|no|nummer|number|code)$/,
  ],
  ['end_time', /(hora|time|uhrzeit|heure).*(fim|final|fin|end|ende)|^(ate|bis|end|ende|fim|fin)$/],
  ['time', /^(hora|time|uhrzeit|zeit|heure|horario|hora (da|de) .*|beginn|start time|hour)$/],
  [
    'date',
    /^(data|fecha|date|datum|dia|day|tag|jour|when|termin|start|inicio|debut|appointment ?(day|date)?)$|(data|fecha|date|datum) /,
  ],
]
