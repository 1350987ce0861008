#!/bin/sh
# Four machines on one desk: namespaces "teacher", "m1", "m2", "m3" with the addresses 10.77.0.1 to 10.77.0.4, joined by a bridge. Needs root and iproute2.
#   lab.sh up | lab.sh down | lab.sh cut MACHINE | lab.sh join MACHINE
# Then: ip netns exec teacher nats-server -js -a 10.77.0.1, ip netns exec m1 ludus work --on nats://10.77.0.1:4222, and so on.
set -e
case "$1" in
up)
    ip netns add desk
    ip -n desk link add bridge type bridge
    ip -n desk link set bridge up
    number=1
    for machine in teacher m1 m2 m3; do
        ip netns add "$machine"
        ip -n "$machine" link set lo up
        ip link add "$machine" netns desk type veth peer name eth0 netns "$machine"
        ip -n desk link set "$machine" master bridge up
        ip -n "$machine" addr add "10.77.0.$number/24" dev eth0
        ip -n "$machine" link set eth0 up
        number=$((number + 1))
    done
    ;;
down) for machine in teacher m1 m2 m3 desk; do ip netns del "$machine"; done ;;
cut) ip -n desk link set "$2" down ;;
join) ip -n desk link set "$2" up ;;
*) echo "lab.sh up | down | cut MACHINE | join MACHINE" >&2 && exit 2 ;;
esac
