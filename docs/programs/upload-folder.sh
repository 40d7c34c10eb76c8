#!/usr/bin/env bash
# Uploads all photos of a folder into a package, five at a time: upload-folder.sh MOMENT_ID FOLDER
# GMB_URL: where staff work. GMB_KEY: an API key with the role editor.
set -euo pipefail
moment=$1
batch=()

upload() {
  # The same name for the same files of the package: what is sent again after a lost answer is stored once.
  local name
  name=$({ echo "$moment"; cat "${batch[@]}"; } | sha256sum | cut -c1-64)
  curl --fail-with-body --silent --show-error --retry 5 --retry-all-errors \
    -H "Authorization: Bearer $GMB_KEY" -H "Idempotency-Key: $name" \
    -F "momentId=$moment" "${batch[@]/#/-Fimages=@}" "$GMB_URL/api/upload" >/dev/null
  echo "uploaded ${#batch[@]}"
  batch=()
}

while IFS= read -r photo; do
  batch+=("$photo")
  if [ ${#batch[@]} -eq 5 ]; then upload; fi
done < <(find "$2" -maxdepth 1 -type f -iregex '.*\.\(jpe?g\|png\|webp\|avif\|heic\|gif\)' | sort)
if [ ${#batch[@]} -gt 0 ]; then upload; fi
