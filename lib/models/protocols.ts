import "server-only";
import { anthropic } from "./anthropic/protocol";
import { azure } from "./azure/protocol";
import { builtin } from "./builtin/protocol";
import { google } from "./google/protocol";
import { openAi } from "./openai/protocol";
import { withStorableText } from "./storable-protocol";
import { BUILTIN_TEMPLATE, findTemplate, type SupplierProtocol } from "./templates";
import type { Protocol } from "./types";

const PROTOCOLS: Record<SupplierProtocol, Protocol> = {
  openai: withStorableText(openAi),
  azure: withStorableText(azure),
  anthropic: withStorableText(anthropic),
  google: withStorableText(google),
  builtin: withStorableText(builtin),
};

/** How a supplier of a template is spoken to; OpenAI's way where the template is not known any more. */
export function protocolOf(template: string): Protocol {
  if (template === BUILTIN_TEMPLATE) return PROTOCOLS.builtin;
  return PROTOCOLS[findTemplate(template)?.protocol ?? "openai"];
}
