#!/bin/sh
# Makes build/venv with the dependencies of the Python package, from any folder:
#
#   sh python/setup_venv.sh [PYTHON]
#
# Does nothing when it is up to date. Installs a missing python3-venv with apt
# when it runs as root.
set -eu

here=$(CDPATH= cd "$(dirname "$0")" && pwd)
venv=$here/../build/venv
python=${1:-python3}
stamp=$venv/.heddle-ready

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || {
	echo "setup_venv: Python 3.10 or later is needed" >&2
	exit 1
}

if [ -f "$stamp" ] && [ "$stamp" -nt "$here/pyproject.toml" ] && [ "$stamp" -nt "$0" ] && "$venv/bin/python" -c ''; then
	exit 0
fi

mkdir -p "$here/../build"
rm -f "$stamp"
if ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
	rm -rf "$venv"
	if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
		if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
			apt-get update -qq
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null
		else
			echo "setup_venv: the venv module is missing; on Debian: apt-get install python3-venv" >&2
			exit 1
		fi
	fi
	"$python" -m venv "$venv"
fi

# The dependencies are in pyproject.toml; the package is imported from its sources.
"$venv/bin/python" - "$here/pyproject.toml" >"$venv/requirements.txt" <<'PY'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
for key in ("dependencies", "dev", "requires"):
    print("\n".join(re.findall(r'"([^"]+)"', re.search(rf"(?m)^{key} = \[(.*?)\]$", text).group(1))))
PY
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade -r "$venv/requirements.txt"
echo "$here/src" >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/heddle-sources.pth"
touch "$stamp"
