"""Lists and searches Claude's sessions: python sessions.py heddle-plugin.wasm ~/.claude parser."""

import json
import sys

import extism

module, folder, text = sys.argv[1:]
plugin = extism.Plugin({"wasm": [{"path": module}], "allowed_paths": {folder: "/claude"}}, wasi=True)
for operation, request in (("sessions_list", {"agent": "claude"}), ("sessions_search", {"text": text})):
    for session in json.loads(bytes(plugin.call(operation, json.dumps(request)))):
        print(operation, session["unifiedId"], session.get("title", "-"))
