#!/bin/bash
# Checks that the server in this container is alive; a worker answers on its health port.
port=${OCTAVO_WORKER_HEALTH_PORT:-${OCTAVO_PORT:-8080}}
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
printf 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 4 answer <&3
[[ $answer == "HTTP/1.1 200"* ]]
