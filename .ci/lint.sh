#!/usr/bin/env bash
# Format, file lengths, module arrows. Prints every complaint, then fails if there was any.
set -uo pipefail
cd "$(dirname "$0")/.."
status=0
complain() {
  echo "lint: $*" >&2
  status=1
}

mapfile -t swift < <(git ls-files -co --exclude-standard '*.swift')
swift format lint --strict --parallel --configuration .swift-format "${swift[@]}" || status=1

# A file has one subject; past 400 lines it usually has two.
for file in $(git ls-files -co --exclude-standard 'Sources/*.swift' 'Sources/*.c' 'Plugins/*.swift' 'Plugins/*.c'); do
  [ -e "$file" ] || continue
  lines=$(wc -l <"$file")
  [ "$lines" -le 400 ] || complain "$file has $lines lines (400 at most)"
done

# Arrows: a module imports only modules that come before it here (docs/modules.md).
order=(CSkillABI CLinux CRunner CSeccomp CSQLite CCrypto CCurl SkillJSON SkillSchema SkillSystem SkillBundle SkillLoader skillhost-runner
  SkillRuntime SkillBroker SkillStore SkillTrial SkillCommand skillhost)
declare -A rank
for i in "${!order[@]}"; do rank[${order[$i]}]=$i; done
for module in "${order[@]}"; do
  [ -d "Sources/$module" ] || complain "Sources/$module is listed but not there"
  while read -r imported; do
    [ -n "${rank[$imported]:-}" ] || continue
    [ "${rank[$imported]}" -lt "${rank[$module]}" ] || complain "$module may not import $imported"
  done < <(grep -rhoE '^(@[a-z]+ )?((package|public|private|internal) )?import [A-Za-z]+' "Sources/$module" --include='*.swift' |
    awk '{print $NF}' | sort -u)
done
for module in Sources/*/; do
  name=$(basename "$module")
  [ "$name" = SkillPluginKit ] || [ -n "${rank[$name]:-}" ] || complain "$module has no place in the order"
done
while read -r imported; do
  case $imported in CSkillABI | SkillJSON | Glibc | Synchronization) ;; *) complain "SkillPluginKit may not import $imported" ;; esac
done < <(grep -rhoE '^((package|public|private|internal) )?import [A-Za-z]+' Sources/SkillPluginKit | awk '{print $NF}' | sort -u)

grep -rnE '^ *((package|public) )?import Foundation' Sources --include='*.swift' && complain "Foundation is not for these modules"
grep -rnE '^ *public ' Sources --include='*.swift' | grep -vE '^Sources/(SkillPluginKit)/' && complain "public is for SkillPluginKit alone"
grep -rnE '\bTODO\b|\bFIXME\b|\bXXX\b' Sources Plugins Tests --include='*.swift' --include='*.c' --include='*.h' && complain "unfinished marks"

# Links between the documents lead somewhere.
while IFS=: read -r file target; do
  [ -e "$(dirname "$file")/${target%%#*}" ] || complain "$file links to $target, which is not there"
done < <(git ls-files -co --exclude-standard '*.md' | xargs grep -oE '\]\([^)#][^)]*\)' /dev/null |
  sed -E 's/\]\(([^) ]*).*\)/\1/' | grep -vE ':https?:' | sort -u)

[ $status -eq 0 ] && echo "lint: ${#swift[@]} Swift files, no complaints"
exit $status
