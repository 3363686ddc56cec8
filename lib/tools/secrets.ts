import "server-only";
import type { McpServerRow } from "@/db/queries/tools/tools";
import { decrypt, encrypt } from "@/lib/encryption";
import type { EgressPolicy } from "@/lib/net/egress";
import type { McpTarget } from "./mcp/client";
import { isAllowedCommand } from "./mcp/stdio";

/** Keys of services behind built-in tools, headers and environment of MCP servers. */
export const TOOL_SECRET_PURPOSE = "tool-secret";

export function sealSecrets(values: Record<string, string> | null | undefined): string | null {
  if (!values || Object.keys(values).length === 0) return null;
  return encrypt(TOOL_SECRET_PURPOSE, JSON.stringify(values));
}

export function openSecrets(cipher: string | null): Record<string, string> {
  return cipher ? (JSON.parse(decrypt(TOOL_SECRET_PURPOSE, cipher)) as Record<string, string>) : {};
}

type Reach = Pick<McpServerRow, "transport" | "url" | "command" | "args" | "secretsCipher">;
type ApiReach = Pick<McpServerRow, "auth" | "document" | "ownerId">;

/** How a saved server is reached, decrypted for one call. */
export function targetOf({ transport, url, command, args, secretsCipher, ...api }: Reach & ApiReach): McpTarget {
  const secrets = openSecrets(secretsCipher);
  if (transport === "stdio") return { transport, command: command ?? "", args, env: secrets };
  if (transport === "http") return { transport, url: url ?? "", headers: secrets };
  const { auth, document } = api;
  return { transport, url: url ?? "", document, credentials: { auth, secrets }, policy: policyFor(api.ownerId) };
}

/** What people enter reaches private networks only where that is listed; what administrators enter may (SECURITY rule 11). */
export function policyFor(ownerId: string | null): EgressPolicy {
  return ownerId === null ? "supplier" : "user";
}

/** Whether a saved server may be started at all: what MCP_STDIO no longer lists, or gives other variables, may not. */
export function mayRun({ transport, command, args, secretsCipher }: Reach): boolean {
  return transport !== "stdio" || isAllowedCommand(command ?? "", args, Object.keys(openSecrets(secretsCipher)));
}
