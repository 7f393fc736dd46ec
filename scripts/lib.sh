# What ./run and ./test share: install what is missing, configure, build, say how far it is. Source it from the root.
say() { printf '== %s\n' "$*"; }

# progress OF LOG [STEPS]: reads what ninja (OF is `build`), ctest (`tests`) or apt-get (`packages`) prints, keeps it in LOG
# and shows how far it is: on a terminal one line, drawn again and again; elsewhere a line every 15 seconds. What the
# compiler says, and which tests fail, is shown as it comes. STEPS: how many there are, which apt-get does not say.
progress() {
  local of=$1 log=$2 steps=${3:-0} at=0 what='' line part='' width=0 clear='' shown=$SECONDS
  local built='^\[([0-9]+)/([0-9]+)\] (.*)'
  local tested='^ *([0-9]+)/([0-9]+) Test +#[0-9]+: ([^ ]+) [. ]*(.*)'
  local started='^ +Start +[0-9]+: (.*)'
  local installed='^(Unpacking|Setting up) ([^ ]+)'
  if [ -t 1 ]; then
    width=$(tput cols 2>/dev/null || echo 80)
    clear=$'\r\e[K'
  fi
  : >"$log"
  while true; do
    if IFS= read -r -t 15 line; then
      line=$part$line part=''
      printf '%s\n' "$line" >>"$log"
    elif [ $? -gt 128 ]; then  # a quarter of a minute without a word
      part+=$line line=''
    else
      break
    fi
    if [[ $of = build && $line =~ $built ]]; then
      at=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]}
    elif [[ $of = build && -n $line ]]; then
      case "$line" in '-- '*|'ninja: '*) ;; *) printf '%s%s\n' "$clear" "$line" ;; esac
      continue
    elif [[ $of = tests && $line =~ $started ]]; then
      what=${BASH_REMATCH[1]}
    elif [[ $of = tests && $line =~ $tested ]]; then
      at=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]}
      [[ ${BASH_REMATCH[4]} = *Passed* ]] || printf '%s%s: %s\n' "$clear" "${BASH_REMATCH[3]}" "${BASH_REMATCH[4]#\*\*\*}"
    elif [[ $of = packages && $line =~ $installed ]]; then
      at=$((at + 1)) what=${BASH_REMATCH[0]}
    elif [[ -n $line ]]; then
      continue
    fi
    if [ -n "$clear" ]; then
      line="   $at of $steps  $what"
      printf '%s%s' "$clear" "${line:0:width-1}"
    elif [ $((SECONDS - shown)) -ge 15 ]; then
      printf '   %s of %s  %s\n' "$at" "$steps" "$what"
      shown=$SECONDS
    fi
  done
  printf '%s' "$clear"
}

missing_packages() {
  local package
  while read -r package; do
    case "$package" in ''|'#'*) continue ;; esac
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || printf '%s\n' "$package"
  done < scripts/packages
}

install_packages() {
  local missing root=()
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} -eq 0 ]; then
    say "packages: all present"
    return
  fi
  local install=(apt-get install -y --no-install-recommends "${missing[@]}")
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      printf 'error: packages are missing, and only root can install them. As root, run\n    %s\nthen run this again.\n' \
        "apt-get update && ${install[*]}" >&2
      exit 1
    fi
    root=(sudo)
  fi
  say "packages: installing ${missing[*]}"
  local log
  log=$(mktemp)
  if ! "${root[@]}" apt-get update -qq >"$log" 2>&1; then
    cat "$log" >&2
    echo "error: 'apt-get update' failed" >&2
    exit 1
  fi
  local steps
  steps=$("${install[@]}" --simulate | grep -c '^Inst' || true)
  if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" 2>&1 </dev/null | progress packages "$log" $((2 * steps)); then
    tail -n 30 "$log" >&2
    echo "error: the packages could not be installed" >&2
    exit 1
  fi
  rm -f "$log"
}

# configure PRESET [OPTION...]
configure() {
  local log
  log=$(mktemp)
  say "configure: preset $1"
  if ! cmake --preset "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
  rm -f "$log"
}

# build PRESET FOLDER [TARGET...]: what the compiler says is shown, and all of it is kept in FOLDER/build.log.
build() {
  local preset=$1 folder=$2
  shift 2
  say "build: $folder"
  cmake --build --preset "$preset" ${1:+--target "$@"} 2>&1 | progress build "$folder/build.log"
}
