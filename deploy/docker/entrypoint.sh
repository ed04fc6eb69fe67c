#!/bin/sh
# Starts `octavo ARGUMENTS` in the container. The image's user is 1000. A container started as root (`user: "0:0"`) switches
# to PUID and PGID, which NAS systems set.
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
if [ "$gid" -eq 0 ]; then
  echo "PGID must not be 0: files of the group root would be open to Octavo." >&2
  exit 2
fi
mkdir -p "$DATA"
# Only if it belongs to another user: a large folder takes a long time.
if [ "$(stat -c %u:%g "$DATA")" != "$uid:$gid" ]; then
  chown -R "$uid:$gid" "$DATA"
fi
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all "$OCTAVO" "$@"
