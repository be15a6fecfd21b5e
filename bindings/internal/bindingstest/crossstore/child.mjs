// The js package for crossstore_test.go: a line of standard input is a job, a
// line of standard output what the operations answered.
import { createInterface } from "node:readline";
import { open } from "../../../../js/dist/node/index.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { home, store, clock, seed, calls } = JSON.parse(line);
  const engine = await open({ home, store, fixed: { now: clock, step: 1000, seed: BigInt(seed) } });
  const answers = [];
  for (const { op, request } of calls) {
    const { header, body } = await engine.call(op, Buffer.from(request, "base64"));
    answers.push(Buffer.concat([header, Buffer.from("\n"), body]).toString("base64"));
  }
  await engine.close();
  process.stdout.write(JSON.stringify(answers) + "\n");
}
