# Functions shared by ./run and ./test: install packages, configure, build, show progress. Source it
# from the root directory.
say() { printf '== %s\n' "$*"; }

# progress OF LOG [STEPS]: reads the output of ninja (OF is `build`), ctest (`tests`) or apt-get
# (`packages`), writes it to LOG and shows the progress: on a terminal in one line that is redrawn,
# otherwise with one line every 15 seconds. Messages of compilers and failed tests are printed at
# once. STEPS is the number of steps, which apt-get does not print.
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
    elif [ $? -gt 128 ]; then  # no output for 15 seconds
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
      printf 'error: missing packages, which only root can install\nhelp: run the following command as root, then try again:\n    %s\n' \
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
    echo "error: 'apt-get install' failed" >&2
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

# left_to_group DIRECTORY GROUP MOST USED CACHED: prints how many megabytes a control group and the
# groups around it may still use; nothing without a limit. A group is a directory with files named
# MOST (the limit) and USED; CACHED is a key in its memory.stat.
left_to_group() {
  local folder=$1 group=${2%/} left='' most used cached each
  while :; do
    most=$(cat "$folder$group/$3" 2>/dev/null || true)
    if [[ $most =~ ^[0-9]{1,15}$ ]]; then  # otherwise no limit: 'max', or 19 digits
      used=$(cat "$folder$group/$4" 2>/dev/null || echo 0)
      cached=$(awk -v key="$5" '$1 == key {print $2}' "$folder$group/memory.stat" 2>/dev/null || true)  # the cache can be reclaimed
      each=$(((most - used + ${cached:-0}) / 1048576))
      [ "$each" -ge 0 ] || each=0
      if [ -z "$left" ] || [ "$each" -lt "$left" ]; then left=$each; fi
    fi
    [ -n "$group" ] || break
    group=${group%/*}
  done
  printf '%s' "$left"
}

# available_memory [ROOT]: prints how many megabytes are available on the machine and within the
# control groups of this process (containers, services); nothing if this is unknown. ROOT is the
# directory with /proc and /sys.
available_memory() {
  local root=${1:-} available group number controllers left
  available=$(awk '$1 == "MemAvailable:" {print int($2 / 1024)}' "$root/proc/meminfo" 2>/dev/null || true)
  while IFS=: read -r number controllers group; do
    case "$number:,$controllers," in
      0:,,) left=$(left_to_group "$root/sys/fs/cgroup" "$group" memory.max memory.current file) ;;
      *,memory,*) left=$(left_to_group "$root/sys/fs/cgroup/memory" "$group" memory.limit_in_bytes memory.usage_in_bytes total_cache) ;;
      *) continue ;;
    esac
    if [ -n "$left" ] && { [ -z "$available" ] || [ "$left" -lt "$available" ]; }; then available=$left; fi
  done < <(cat "$root/proc/self/cgroup" 2>/dev/null || true)
  printf '%s' "$available"
}

# jobs_at_once [ROOT]: prints the number of parallel jobs: at most one per core, and one per 1.5 GB of
# available memory.
jobs_at_once() {
  local cores memory jobs
  cores=$(nproc)
  memory=$(available_memory "$@")
  jobs=$cores
  if [ -n "$memory" ] && [ $((memory / 1536)) -lt "$cores" ]; then jobs=$((memory / 1536)); fi
  [ "$jobs" -ge 1 ] || jobs=1
  printf '%s' "${CMAKE_BUILD_PARALLEL_LEVEL:-$jobs}"
}

# Prints the number of processes that the kernel killed because memory ran out, since boot.
killed_for_memory() { awk '$1 == "oom_kill" {print $2}' /proc/vmstat 2>/dev/null || true; }

# explain_failure LOG STATUS KILLED: prints why the build in LOG failed, if LOG does not show it.
# STATUS is the exit status of cmake, KILLED the output of killed_for_memory before the build.
explain_failure() {
  local log=$1 status=$2 before=$3 after step killed
  after=$(killed_for_memory)
  # A failed step is "FAILED: OUTPUT", the command and its messages, up to the next step. A step that
  # was killed has no messages, or one of the compiler driver that the compiler was killed.
  step=$(awk '
    function judge() { if (step != "" && (lines <= 1 || killed)) { print step; found = 1; exit } }
    /^FAILED: / { judge(); step = $0; sub(/^FAILED: (\[code=[0-9]+\] )?/, "", step); sub(/ +$/, "", step)
                  lines = 0; killed = /^FAILED: \[code=(137|9)\]/; next }
    /^\[[0-9]+\/[0-9]+\] |^ninja: / { judge(); step = ""; next }
    step != "" { lines++; if (/Killed|signal 9|SIGKILL/ && lines > 1) killed = 1 }
    END { if (!found) judge() }' "$log")
  if [ "$status" -ge 128 ]; then step=cmake; fi
  killed=${step:+"'$step'"}
  killed=${killed:-a process}
  if [ -n "$after" ] && [ -n "$before" ] && [ "$after" -gt "$before" ]; then
    printf 'error: the build failed: the system killed %s because memory ran out\n' "$killed" >&2
  elif [ -n "$step" ]; then
    printf 'error: the build failed: %s was killed or ended without a message, possibly because memory ran out\n' "$killed" >&2
  else
    printf 'error: the build failed\n' >&2
  fi
  if [ -n "$step" ]; then
    printf 'help: set CMAKE_BUILD_PARALLEL_LEVEL=1 to build one file at a time, with the least memory\n' >&2
  fi
  printf 'help: see %s for the complete output of the build\n' "$log" >&2
}

# build PRESET DIRECTORY [TARGET...]: shows the messages of the compiler, and writes the complete
# output to DIRECTORY/build.log.
build() {
  local preset=$1 folder=$2 jobs killed status=0
  shift 2
  jobs=$(jobs_at_once)
  killed=$(killed_for_memory)
  say "build: $folder ($jobs parallel jobs)"
  cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"} 2>&1 | progress build "$folder/build.log" || status=$?
  [ "$status" -eq 0 ] || explain_failure "$folder/build.log" "$status" "$killed"
  return "$status"
}
