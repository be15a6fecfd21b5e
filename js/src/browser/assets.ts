// The modules of this package and its worker. Bundlers that support
// `new URL("…", import.meta.url)` copy them and rewrite the URLs; for the others
// the page names the folder from which it serves this package's dist.
import { compile } from "../engine/module.js";
import { HeddleError } from "../wire/errors.js";

const HINT =
  'this bundler does not copy files named by new URL("…", import.meta.url): copy node_modules/heddle/dist beside the page, and open({ assets: "heddle/" }) with the URL of that copy';

/** The folder of a page's own copy of `dist`, from the option of `open`; undefined where the bundler rewrites the URLs. */
export function assetsFolder(assets: string | URL | undefined): URL | undefined {
  if (assets === undefined) return besideViteCache();
  let url: URL;
  try {
    url = new URL(assets, globalThis.document?.baseURI ?? location.href);
  } catch (cause) {
    throw new HeddleError("INVALID_ARGUMENT", "the option assets is not a URL", { cause, hint: 'for example open({ assets: "heddle/" })' });
  }
  return url.pathname.endsWith("/") ? url : new URL(url.pathname + "/", url);
}

// Vite's development server bundles packages into node_modules/.vite without
// their other files, but serves those from the package's own folder.
function besideViteCache(): URL | undefined {
  const own = (import.meta as { url?: string }).url; // absent from scripts that are not modules
  const modules = own && /^.*?\/node_modules\/(?=\.vite\/)/.exec(own);
  return modules ? new URL("heddle/dist/", modules[0]) : undefined;
}

/**
 * Returns a function that loads and compiles a module of this package, once per
 * folder. Where the module is beside this package is a function: finding that
 * fails in scripts that are not modules.
 */
export function moduleLoader(name: string, beside: () => URL, integrity: string): (assets: string | URL | undefined) => Promise<WebAssembly.Module> {
  const loaded = new Map<string, Promise<WebAssembly.Module>>();
  return (option) => {
    const assets = assetsFolder(option);
    const key = assets?.href ?? "";
    let module = loaded.get(key);
    if (!module) {
      module = fetchModule(name, assets ? () => new URL(name, assets) : beside, integrity).then(compile);
      loaded.set(key, module);
      module.catch(() => loaded.delete(key));
    }
    return module;
  };
}

async function fetchModule(name: string, url: () => URL, integrity: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url(), { integrity });
    if (!response.ok) throw new Error(`HTTP ${response.status} from ${response.url}`);
    return await response.arrayBuffer();
  } catch (err) {
    throw notServed(name, err);
  }
}

/** Starts the worker. */
export function startWorker(assets: URL | undefined): Worker {
  const options = { type: "module", name: "heddle" } as const;
  if (assets) return new Worker(new URL("browser/worker.js", assets), options);
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "heddle" });
}

/** An error about a file of this package that the page's origin does not serve. */
export function notServed(what: string, cause: unknown): HeddleError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new HeddleError("UNSUPPORTED", `${what} cannot be loaded: ${why}`, { cause, hint: HINT });
}
