#!/usr/bin/env bash
# Unpacks bitcoind and its libraries from Debian's unstable distribution into a folder. Neither requires root nor changes the
# system: apt has separate lists, states and caches.
#
#   tests/tools/bitcoind.sh FOLDER
set -euo pipefail
folder=${1:?the folder is missing}
apt=$folder/apt
root=$folder/root

rm -rf "$folder"
mkdir -p "$apt"/{lists,cache/archives}/partial "$root"
touch "$apt/status"
# The same server as that of the system's distribution.
server=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' 'Origin: Debian' | grep -v security |
  head -n 1) || { echo "apt has no Debian server"; exit 1; }
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $server unstable main" >"$apt/sources.list"

separate() {
  apt-get -qq -o Dir::State="$apt" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" \
    -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o APT::Install-Recommends=0 \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@"
}

separate update
separate install --download-only --yes bitcoin-knots
for package in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
rm -r "$apt"

# The loader and libraries of the distribution: those of the system are older.
libraries=$(dirname "$(find "$root/usr/lib" -name 'libc.so.6' | head -n 1)")
loader=$(find "$libraries" -name 'ld-linux*.so.*' | head -n 1)
cat >"$folder/bitcoind" <<END
#!/bin/sh
exec "$loader" --library-path "$libraries:$libraries/systemd" "$root/usr/bin/bitcoind" "\$@"
END
chmod +x "$folder/bitcoind"
"$folder/bitcoind" --version
