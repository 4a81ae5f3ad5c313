#!/bin/sh
# ExcelJS 4.4.0 and read-excel-file 9.3.17 read the days of a LibreOffice workbook four years and a day early, if it counts days
# from 1904. LibreOffice writes date1904="true", and both libraries compare with "1". Both spellings are valid: the attribute is
# an xsd:boolean. SheetJS 0.20.3 and hucre 1.0.0 understand both.
# The workbook, written by LibreOffice 7.4, has 14 December 2026 in the cell E4 of its first sheet.
# Seen on 2026-11-29: "exceljs 2022-12-13", "read-excel-file 2022-12-13", "xlsx 2026-12-14", "hucre 2026-12-14".
set -eu
workbook=$(cd "$(dirname "$0")/.." && pwd)/test/workbooks/agenda-1904.xlsx
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  exceljs@4.4.0 read-excel-file@9.3.17 @e965/xlsx@0.20.3 hucre@1.0.0 > /dev/null

cat > read.mjs <<'END'
import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import ExcelJS from 'exceljs'
import { readXlsx } from 'hucre'
import readExcelFile from 'read-excel-file/node'

const file = process.argv[2]
const bytes = await readFile(file)
const print = (library, date) => console.log(library, date.toISOString().slice(0, 10))
print('exceljs', (await new ExcelJS.Workbook().xlsx.readFile(file)).worksheets[0].getCell('E4').value)
const [first] = await readExcelFile(file)
print('read-excel-file', (first.data ?? first)[3][4])
print('xlsx', utils.sheet_to_json(Object.values(read(bytes, { cellDates: true, UTC: true }).Sheets)[0], { header: 1, UTC: true })[3][4])
print('hucre', (await readXlsx(bytes)).sheets[0].rows[3][4])
END
seen=$(node read.mjs "$workbook")
echo "$seen"
expected='exceljs 2022-12-13
read-excel-file 2022-12-13
xlsx 2026-12-14
hucre 2026-12-14'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
