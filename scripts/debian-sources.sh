# What a set-up takes from Debian: read by scripts that say `. scripts/debian-sources.sh` in the project's folder.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/auralyst

say() { printf 'set-up: %s\n' "$*" >&2; }
fail() { printf 'set-up: error: %s\nset-up: hint: %s\n' "$1" "$2" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "this step needs administrator rights: $*" "install sudo, or run scripts/bootstrap as root once"; fi
}

# Libraries whose names ended in "t64" since 2024 stand for those without it.
installed() {
  local name
  for name in "$1" "$1t64"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] && return 0
  done
  return 1
}

lists_are_fresh=
apt_update() {
  [ -z "$lists_are_fresh" ] || return 0
  as_root apt-get update -qq >&2 || say "some package lists could not be refreshed; going on with those that could"
  lists_are_fresh=yes
}

install_packages() {
  local missing=()
  for package in "$@"; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing Debian packages: ${missing[*]}"
  apt_update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
    fail "these packages could not be installed: ${missing[*]}" "try 'apt-get install ${missing[*]}' by hand and read what it says"
}

# ---- packages and sources of another Debian suite -------------------------------------------------
# The machine's own archive and keyring, another suite, in lists of our own: what the machine installs
# from stays as it is, and apt checks the signatures.
from_suite() { # suite, folder to leave files in, "source" or "download", packages …
  local suite=$1 into=$2 how=$3; shift 3
  local lists; lists=$(mktemp -d)
  local archive; archive=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' 2>/dev/null |
    awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }')
  [ -n "$archive" ] || { apt_update
    archive=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' | awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }'); }
  [ -n "$archive" ] || fail "no Debian archive is among this machine's package sources" "add one, or make GitHub reachable"
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg kinds="deb-src"
  [ "$how" = source ] || kinds="deb"
  printf '%s [signed-by=%s] %s %s main\n' "$kinds" "$keyring" "$archive" "$suite" > "$lists/sources.list"
  mkdir -p "$lists/lists/partial" "$into"
  local apt=(-o "Dir::Etc::sourcelist=$lists/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::Lists=$lists/lists"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root -o Acquire::Languages=none)
  apt-get "${apt[@]}" update -qq >&2 || fail "the package list of Debian $suite could not be read" "check the network, then try again"
  local words=(download)
  [ "$how" != source ] || words=(source -qq --download-only)
  (cd "$into" && apt-get "${apt[@]}" "${words[@]}" "$@" >&2) ||
    fail "of Debian $suite this could not be fetched: $*" "check the network, then try again"
  rm -rf "$lists"
}
fetch_source() { from_suite "$1" "$3" source "$2"; } # suite, source package, folder
fetch_packages() { from_suite "$1" "$2" download "${@:3}"; } # suite, folder, packages …
