// What live sessions write to agents that speak the Agent Client Protocol fits the
// protocol's own JSON schema. A Go test keeps the written lines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import Ajv2020 from "ajv/dist/2020.js";
import { js, repository } from "./support/paths.mjs";

const schemas = js + "node_modules/@agentclientprotocol/sdk/schema/v1/";
const lines = readFileSync(repository + "core/internal/live/testdata/acp/written.jsonl", "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

/** Agents that offer these methods announce them; the schema no longer has the second. */
const unstable = ["session/fork"];
const withoutSchema = ["session/set_model"];

const stable = load("schema.json");
const preview = load("schema.unstable.json");

/** Compiles definitions of a schema by name. */
function load(name) {
  const schema = JSON.parse(readFileSync(schemas + name, "utf8"));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(schema, name);
  return {
    definitions: schema.$defs,
    check(definition, value) {
      const validate = ajv.getSchema(`${name}#/$defs/${definition}`);
      assert.ok(validate, `${name} has no ${definition}`);
      return validate(value) ? "" : ajv.errorsText(validate.errors);
    },
    /** The definition of the params of a method that agents take. */
    params(method) {
      return Object.keys(schema.$defs).find((key) => {
        const d = schema.$defs[key];
        return d["x-method"] === method && d["x-side"] === "agent" && !key.endsWith("Response");
      });
    },
  };
}

/** Says why a written record is not what the protocol wants; "" when it is. */
function defect(record) {
  const { jsonrpc, id, method, params, result, error, ...more } = record;
  if (jsonrpc !== "2.0") return "no JSON-RPC 2.0";
  if (Object.keys(more).length > 0) return `unknown members ${Object.keys(more)}`;
  if (method === undefined) {
    if (id === undefined || (result === undefined) === (error === undefined)) return "a response needs an id and either a result or an error";
    return error ? stable.check("Error", error) : stable.check("RequestPermissionResponse", result);
  }
  if (withoutSchema.includes(method)) return "";
  const from = unstable.includes(method) ? preview : stable;
  const definition = from.params(method);
  if (!definition) return `unknown method ${method}`;
  if ((id === undefined) !== definition.endsWith("Notification")) return `${method} is ${definition}`;
  const known = Object.keys(from.definitions[definition].properties);
  const odd = Object.keys(params).filter((key) => !known.includes(key) && !(definition === "SetSessionConfigOptionRequest" && key === "value"));
  return odd.length > 0 ? `${method} has no ${odd}` : from.check(definition, params);
}

test("every record that a session writes fits the schema", () => {
  for (const record of lines) assert.equal(defect(record), "", JSON.stringify(record));
});

test("the records are of every method, and of permissions and refusals", () => {
  const methods = [...new Set(lines.map((r) => r.method ?? (r.error ? "error" : "result")))].sort();
  assert.deepEqual(methods, [
    "error", "initialize", "result", "session/cancel", "session/close", "session/fork", "session/load", "session/new", "session/prompt",
    "session/resume", "session/set_config_option", "session/set_mode", "session/set_model",
  ]);
});

test("the check finds defects", () => {
  const first = (method) => structuredClone(lines.find((r) => r.method === method));
  const broken = [
    (r = first("initialize")) => (delete r.params.protocolVersion, r),
    (r = first("session/new")) => (r.params.mcpServers = {}, r),
    (r = first("session/new")) => (r.params.workdir = "/", r),
    (r = first("session/prompt")) => (r.params.prompt = [{ type: "text" }], r),
    (r = first("session/prompt")) => (delete r.id, r),
    (r = first("session/cancel")) => (r.id = 1, r),
    (r = first("session/fork")) => (delete r.params.sessionId, r),
    (r = first("session/set_config_option")) => (delete r.params.value, r),
    () => ({ jsonrpc: "2.0", id: 1, result: { outcome: { outcome: "selected" } } }),
    () => ({ jsonrpc: "2.0", id: 1, error: { message: "no code" } }),
    () => ({ jsonrpc: "2.0", id: 1, method: "session/unknown", params: {} }),
  ];
  for (const make of broken) assert.notEqual(defect(make()), "", String(make));
});
