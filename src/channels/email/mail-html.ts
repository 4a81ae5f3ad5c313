// `npm run mail` writes this file from mail.mjml.
import { html } from '../../platform/http/html.ts'
import { telephoneUrl } from '../../platform/text/telephone-url.ts'
import type { Letter } from '../content.ts'
import { linesOf, styles } from './lines.ts'

/** Renders the HTML of a mail. The tag escapes each value. */
export const mailHtml = (mail: Letter) =>
  html`<!doctype html>
<html lang="${mail.language}" dir="${mail.direction}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>${mail.visitKind}</title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css">
#outlook a { padding:0; }
body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript>
<xml>
<o:OfficeDocumentSettings>
<o:AllowPNG/>
<o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings>
</xml>
</noscript>
<![endif]-->
<!--[if lte mso 11]>
<style type="text/css">
.mj-outlook-group-fix { width:100% !important; }
</style>
<![endif]-->
<style type="text/css">
@media only screen and (min-width:480px) {
.mj-column-per-100 { width:100% !important; max-width: 100%; }
}
</style>
<style media="screen and (min-width:480px)">
.moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
</style>
<style type="text/css">
:root { color-scheme: light dark; supported-color-schemes: light dark }
h1, h2, p { overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: ${mail.start} }
a { color: ${mail.accent} }
.soft p { font-size: 14px }
.time::first-letter, .old::first-letter { text-transform: uppercase }
@media (max-width: 620px) { .ground > div { padding: 0 8px } }
@media (prefers-color-scheme: dark) {
body, .ground, .ground > div { background: #0e1014 !important }
.card, .card > table { background: #17191f !important }
.card > table > tbody > tr > td { border-color: #2c3039 !important }
.ink > div, .ink .ink { color: #eceef2 !important }
.soft > div, .ink .soft { color: #a6aebb !important }
a { color: ${mail.darkAccent} !important }
.button td, .button a { background: ${mail.darkAccent} !important; color: #0e1014 !important }
.picture { background: #fff !important }
}
</style>
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
</head>
<body  class="ground" style="word-spacing:normal;background-color:#f6f7f9;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${mail.title ?? mail.paragraphs[0]}</div>
<div aria-label="${mail.visitKind}" aria-roledescription="email" role="article" lang="${mail.language}" dir="${mail.direction}" style="word-spacing:normal;background-color:#f6f7f9;">
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
<tbody>
<tr>
<td style="direction:${mail.direction};font-size:0px;padding:24px 0 16px;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;"><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:${mail.start};direction:${mail.direction};display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%">
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="" width="100%">
<tbody>
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:0 21px;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
${mail.logo && html`<td style="padding-${mail.end}: 12px"><img class="picture" src="cid:logo" alt="" width="${mail.logo.width}" height="${mail.logo.height}" style="display: block; border-radius: 4px"></td>`}
<td class="ink" style="font-size: 18px; line-height: 24px; font-weight: 600"><p style="margin: 0">${mail.clinic.name}</p></td>
</tr></table></div>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="card" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;border-radius:12px;overflow:hidden;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;">
<tbody>
<tr>
<td style="border:1px solid #e0e3e8;border-radius:12px;direction:${mail.direction};font-size:0px;padding:28px 0;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:598px;"><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:${mail.start};direction:${mail.direction};display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%">
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="" width="100%">
<tbody>
${mail.paragraphs.map((paragraph) => html`
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:0 20px 8px;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><p style="margin: 0">${linesOf(paragraph)}</p></div>
</td>
</tr>
`)}
${mail.title && html`
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:0 20px;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><h1 style="margin: 0; font-size: 24px; line-height: 30px; font-weight: 600">${mail.title}</h1></div>
</td>
</tr>
`}
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:20px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><h2 style="margin: 0; font-size: 18px; line-height: 24px; font-weight: 600">${mail.visitKind}</h2></div>
</td>
</tr>
${mail.rows.map(({ label, value, is }) => html`
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:10px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><p class="soft" style="margin: 0; font-size: 14px; line-height: 20px; color: #535b68">${label}</p><p class="${is}" style="margin: 0; ${is && styles[is]}">${linesOf(value)}</p></div>
</td>
</tr>
`)}
${mail.checkin && html`
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:24px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><p style="margin: 0">${mail.checkin.sentence}</p></div>
</td>
</tr>
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:12px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><img class="picture" src="cid:qr-code" alt="${mail.checkin.label}" width="240" height="240" style="display: block; width: 240px; height: 240px; border-radius: 8px"></div>
</td>
</tr>
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:8px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><p style="margin: 0; font-family: ui-monospace, Consolas, Menlo, monospace">${mail.checkin.token}</p></div>
</td>
</tr>
`}
${mail.button && html`
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:24px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><p style="margin: 0">${mail.button.sentence}</p></div>
</td>
</tr>
<tr>
<td align="${mail.start}" class="button" style="font-size:0px;padding:12px 20px 0;word-break:break-word;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;">
<tbody>
<tr>
<td align="center" bgcolor="${mail.accent}" role="presentation" style="border:none;border-radius:10px;cursor:auto;mso-padding-alt:14px 28px;background:${mail.accent};" valign="middle">
<a href="${mail.button.url}" style="display:inline-block;background:${mail.accent};color:#ffffff;font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:17px;font-weight:600;line-height:20px;margin:0;text-decoration:none;text-transform:none;padding:14px 28px;mso-padding-alt:0px;border-radius:10px;" target="_blank">
${mail.button.label}
</a>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
`}
${mail.advice && html`
<tr>
<td align="${mail.start}" class="ink" style="font-size:0px;padding:24px 20px 0;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:${mail.start};color:#16181d;"><p style="margin: 0">${mail.advice.sentence}</p>${mail.advice.phone && html`<p style="margin: 0">${telephone(mail, mail.advice.phone)}</p>`}</div>
</td>
</tr>
`}
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600"><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
<tbody>
<tr>
<td style="direction:${mail.direction};font-size:0px;padding:20px 0 32px;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;"><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:${mail.start};direction:${mail.direction};display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%">
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="" width="100%">
<tbody>
<tr>
<td align="${mail.start}" class="soft" style="font-size:0px;padding:0 21px;word-break:break-word;">
<div style="font-family:'Segoe UI', -apple-system, system-ui, Roboto, Helvetica, Arial, sans-serif;font-size:14px;line-height:21px;text-align:${mail.start};color:#535b68;">${(mail.clinic.address ?? mail.clinic.phone) && html`<p style="margin: 0"><strong>${mail.clinic.name}</strong></p>`}
${mail.clinic.address && html`<p style="margin: 0">${mail.clinic.address}</p>`}
${mail.clinic.phone && html`<p style="margin: 0; padding-bottom: 12px">${telephone(mail, mail.clinic.phone)}</p>`}
<p style="margin: 0">${mail.closing}</p>
<p style="margin: 0; padding-top: 4px"><a href="${mail.optOut.url}" style="color: ${mail.accent}">${mail.optOut.label}</a></p></div>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</div>
</body>
</html>
`.text

const telephone = ({ accent }: Letter, phone: string) =>
  html`<a href="${telephoneUrl(phone)}" style="color: ${accent}; white-space: nowrap">${phone}</a>`
