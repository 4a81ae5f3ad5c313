#!/bin/sh
# libphonenumber-js 1.13.16, with its full metadata, takes these texts for valid numbers:
# - 01701234567.0, as a spreadsheet's number comes in a CSV file: the fraction becomes a digit, and another mobile results.
# - +1 310 7549, without an area code: Canadian numbers that begin with 310 have seven digits, and work only within Canada.
# - 912345678;913456789, two numbers in one cell: the second one becomes an extension of the first.
# - 49 151 23456789 in Germany, a mobile without its plus: a German landline results.
# Seen on 2026-11-29: "+4917012345670 MOBILE", "+13107549 UAN", "+351912345678 MOBILE ext 913456789",
# "+494915123456789 FIXED_LINE".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts libphonenumber-js@1.13.16 > /dev/null
cat > try.mjs << 'END'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
for (const [text, country] of [['01701234567.0', 'DE'], ['+1 310 7549'], ['912345678;913456789', 'PT'], ['49 151 23456789', 'DE']]) {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  console.log([number.number, number.isValid() && number.getType(), number.ext && `ext ${number.ext}`].filter(Boolean).join(' '))
}
END
seen=$(node try.mjs)
echo "$seen"
expected='+4917012345670 MOBILE
+13107549 UAN
+351912345678 MOBILE ext 913456789
+494915123456789 FIXED_LINE'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
