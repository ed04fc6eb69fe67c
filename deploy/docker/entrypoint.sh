#!/bin/sh
# Starts `octavo ARGUMENTS` in the container. The image's user is 1000. A container that is started as root (`user: "0:0"`)
# gives its rights up for PUID and PGID, as NAS systems set them.
set -eu
OCTAVO=${OCTAVO_PROGRAM:-/opt/octavo/octavo}
DATA=${OCTAVO_DATA_DIR:-/data}

if [ "$(id -u)" -ne 0 ]; then
  if [ -n "${PUID:-}" ] && [ "$PUID" != "$(id -u)" ]; then
    echo "PUID has no effect: the container runs as user $(id -u). Start it with user 0:0, or with user $PUID:${PGID:-$PUID}." >&2
  fi
  exec "$OCTAVO" "$@"
fi

uid=${PUID:-1000}
gid=${PGID:-$uid}
case "$uid$gid" in
  *[!0-9]*)
    echo "PUID and PGID must be numbers." >&2
    exit 2
    ;;
esac
if [ "$uid" -eq 0 ]; then
  echo "PUID must not be 0: Octavo does not run as root here." >&2
  exit 2
fi
mkdir -p "$DATA"
# Only where it belongs to somebody else: a large folder takes long.
if [ "$(stat -c %u:%g "$DATA")" != "$uid:$gid" ]; then
  chown -R "$uid:$gid" "$DATA"
fi
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all "$OCTAVO" "$@"
