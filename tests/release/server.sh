# Builds the archive and the image of the server, and checks both as they are installed: the static program, the image with
# read-only files, the units. Requires root, buildah and systemd (Debian packages).

for tool in buildah systemd-analyze; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed: apt-get install buildah systemd" >&2; exit 1; }
done
packaging/build "$out/server"
packaging/check "$out/server"
