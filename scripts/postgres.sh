#!/usr/bin/env bash
# A throw-away Postgres with pgvector on 127.0.0.1, for tests and measurements. Nothing in it is meant to survive.
#   scripts/postgres.sh prepare                 installs Postgres 15 and pgvector on Debian (needs root)
#   scripts/postgres.sh start <folder> <port>   makes a cluster in an empty folder, starts it, prints its address
#   scripts/postgres.sh sql <folder> <port> "…"  runs a statement in it
#   scripts/postgres.sh stop <folder>           stops it and removes the folder
# The folder must be short (a socket lives in it) and, for root, not under root's home: the server runs as `postgres`.
set -euo pipefail

version=15
bin=$(ls -d "/usr/lib/postgresql/$version/bin" 2>/dev/null || dirname "$(command -v pg_ctl || echo /usr/bin/pg_ctl)")

# Postgres refuses to run as root.
as_server() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=postgres --regid=postgres --init-groups env -i PATH="$bin:/usr/bin:/bin" LC_ALL=C.UTF-8 "$@"
  else
    env PATH="$bin:$PATH" LC_ALL=C.UTF-8 "$@"
  fi
}

# Installs the packages of the list that are missing.
need() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  # Else the package starts a cluster of its own.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  apt-get install -y -q --no-install-recommends "${missing[@]}" </dev/null
}

# Debian 12 has no pgvector new enough for filtered searches (0.8), so the next release's source is built. The mirror
# is the one this machine uses already.
build_pgvector() {
  local work mirror suite=trixie
  work=$(mktemp -d)
  mirror=$(apt-get indextargets --no-release-info --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
  [ -n "$mirror" ] || { echo "No Debian mirror in the apt sources of this machine." >&2; exit 1; }
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$work/sources.list"
  local apt=(apt-get -q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
  "${apt[@]}" update
  (
    cd "$work"
    "${apt[@]}" source --download-only pgvector
    mkdir source
    tar -xf pgvector_*.orig.tar.* -C source --strip-components=1
    make -C source -j2 PG_CONFIG="$bin/pg_config" OPTFLAGS="" >make.log 2>&1 || { tail -20 make.log >&2; exit 1; }
    make -C source install PG_CONFIG="$bin/pg_config" >/dev/null
  )
  rm -rf "$work"
}

prepare() {
  need "postgresql-$version" "postgresql-server-dev-$version" build-essential dpkg-dev
  bin=/usr/lib/postgresql/$version/bin
  [ -e "$("$bin/pg_config" --sharedir)/extension/vector.control" ] || build_pgvector
}

start() {
  local folder=$1 port=$2
  if [ "$(id -u)" = 0 ]; then install -d -o postgres -g postgres -m 700 "$folder"; else install -d -m 700 "$folder"; fi
  as_server initdb -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  as_server pg_ctl -D "$folder/data" -w -s -l "$folder/log" \
    -o "-p $port -k $folder -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c max_connections=200" start >/dev/null
  echo "postgres://postgres@127.0.0.1:$port/postgres"
}

stop() {
  as_server pg_ctl -D "$1/data" -w -s -m immediate stop >/dev/null || true
  rm -rf "$1"
}

case "${1:-}" in
  prepare) prepare ;;
  start) start "$2" "$3" ;;
  sql) as_server psql -h "$2" -p "$3" -U postgres -v ON_ERROR_STOP=1 -qc "$4" ;;
  stop) stop "$2" ;;
  *) sed -n '2,8s/^# //p' "$0" >&2; exit 2 ;;
esac
