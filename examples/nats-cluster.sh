#!/usr/bin/env bash
# Runs a NATS cluster of three nodes on this machine until Ctrl-C: clients connect to the ports 4222, 4223
# and 4224. The data is in ./nats-cluster, or in the folder that the argument names. Each node's process
# id is in node-N.pid there.
set -euo pipefail
folder=${1:-nats-cluster}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
GOBIN=$folder go install github.com/nats-io/nats-server/v2@v2.15.2

trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
for n in 1 2 3; do
  "$folder/nats-server" --name "node-$n" --addr 127.0.0.1 --port $((4221 + n)) \
    --jetstream --store_dir "$folder/node-$n" --pid "$folder/node-$n.pid" --log "$folder/node-$n.log" \
    --cluster_name heddle --cluster "nats://127.0.0.1:$((6221 + n))" \
    --routes nats://127.0.0.1:6222,nats://127.0.0.1:6223,nats://127.0.0.1:6224 &
done
echo "nats://127.0.0.1:4222,127.0.0.1:4223,127.0.0.1:4224/team"
wait
