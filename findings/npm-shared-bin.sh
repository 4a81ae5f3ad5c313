#!/bin/sh
# npm 9.9.4 and 10.9.4: two optional packages, one for this platform and one for another, declare a bin of the same name. After
# `npm ci`, the package of this platform is there, and the link of its bin in node_modules/.bin is not: npm removes the links of
# the package that it left out, by their names. npm 11.6.2 keeps the link.
# Seen on 2026-11-28: "9.9.4: package yes, link no", "10.9.4: package yes, link no", "11.6.2: package yes, link yes".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# A package that installs only on one platform, with the bin `tool`.
make_package() {
  mkdir "$1"
  printf '#!/bin/sh\necho %s\n' "$1" > "$1/tool.sh"
  chmod +x "$1/tool.sh"
  printf '{"name":"%s","version":"1.0.0","os":["%s"],"bin":{"tool":"tool.sh"}}' "$1" "$2" > "$1/package.json"
  (cd "$1" && npm pack --silent > /dev/null)
}
this=$(node -p 'process.platform')
other=$([ "$this" = darwin ] && echo linux || echo darwin)
make_package tool-a-other "$other"
make_package tool-b-this "$this"

try() {
  rm -rf project && mkdir project && cd project
  printf '{"name":"project","version":"1.0.0","optionalDependencies":{"tool-a-other":"file:../tool-a-other/tool-a-other-1.0.0.tgz","tool-b-this":"file:../tool-b-this/tool-b-this-1.0.0.tgz"}}' > package.json
  npx --yes "npm@$1" install --package-lock-only --silent --no-audit > /dev/null
  npx --yes "npm@$1" ci --silent --no-audit > /dev/null
  package=$([ -d node_modules/tool-b-this ] && echo yes || echo no)
  link=$([ -e node_modules/.bin/tool ] && echo yes || echo no)
  cd ..
  echo "$1: package $package, link $link"
}

seen=$(for version in 9.9.4 10.9.4 11.6.2; do try "$version"; done)
echo "$seen"
expected='9.9.4: package yes, link no
10.9.4: package yes, link no
11.6.2: package yes, link yes'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
