// Checks stores as a user who may not write: node check-as-nobody.mjs FOLDER.
// Root may write everywhere, so a test that runs as root has to become nobody.
import { checkStore } from "../../dist/host/node/store-file.js";

if (process.getuid() === 0) {
  process.setgid(65534);
  process.setuid(65534);
}
const attempt = (name) => {
  try {
    checkStore(process.argv[2] + "/closed/" + name);
    return "accepted";
  } catch (err) {
    return [err.code, err.message, err.hint];
  }
};
console.log(JSON.stringify(["new.db", "a/b/new.db", "there.db"].map(attempt)));
