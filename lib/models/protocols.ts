import "server-only";
import { withStorableText } from "./storable-protocol";
import { BUILTIN_TEMPLATE, findTemplate, type SupplierProtocol } from "./templates";
import type { Protocol } from "./types";

/** Each brings its supplier's library; all of them together take a second and more to load. */
const LOADERS: Record<SupplierProtocol, () => Promise<Protocol>> = {
  openai: async () => (await import("./openai/protocol")).openAi,
  azure: async () => (await import("./azure/protocol")).azure,
  anthropic: async () => (await import("./anthropic/protocol")).anthropic,
  google: async () => (await import("./google/protocol")).google,
  webui: async () => (await import("./webui/protocol")).webui,
  builtin: async () => (await import("./builtin/protocol")).builtin,
};
const loaded = new Map<SupplierProtocol, Promise<Protocol>>();

function load(name: SupplierProtocol): Promise<Protocol> {
  const known = loaded.get(name);
  if (known) return known;
  const loading = LOADERS[name]().then(withStorableText);
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}

/** How a supplier of a template is spoken to; OpenAI's way where the template is not known any more. */
export function protocolOf(template: string): Promise<Protocol> {
  return load(template === BUILTIN_TEMPLATE ? "builtin" : (findTemplate(template)?.protocol ?? "openai"));
}

/** Loads what most installations speak before the first question waits for it. */
export async function warmProtocols(): Promise<void> {
  await load("builtin");
  await load("openai");
}
