# What ./run and ./test share: install what is missing, configure, build. Source it from the project's root.
say() { printf '== %s\n' "$*"; }

install_packages() {
  local missing=() package
  while read -r package; do
    case "$package" in ''|'#'*) continue ;; esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done < scripts/packages
  if [ ${#missing[@]} -eq 0 ]; then
    say "packages: all present"
    return
  fi
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  say "packages: installing ${missing[*]}"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET...]: configures and builds the preset's folder.
build() {
  local preset=$1
  shift
  say "build: preset $preset"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"} -- --quiet
}
