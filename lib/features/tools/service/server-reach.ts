import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { McpServerRow } from "@/db/queries/tools/tools";
import { AppError } from "@/lib/errors/errors";
import { assertAllowedUrl } from "@/lib/net/egress";
import { isMoved } from "@/lib/net/moved-address";
import { openSecrets, policyFor } from "@/lib/tools/secrets";
import type { McpServerPatch } from "../schema";
import { assertAllowedCommand, assertTokenAddress, isOtherAuth } from "./asking";
import { defined } from "./tools";

/** Of own tools also the description they were made by hand with. */
type ReachPatch = Omit<McpServerPatch, "tools"> & { document?: string };

/** For the operation log: some services take their key in the address (SECURITY rule 28). */
export function loggable<T extends object>(row: T): T {
  const { url } = row as { url?: unknown };
  return typeof url === "string" ? { ...row, url: url.split("?")[0] } : row;
}

/** What of the way to a server changes; refused where stored secrets would go to somebody else. */
export function reachPatch(before: McpServerRow, patch: ReachPatch) {
  const holdsSecrets = before.secretsCipher !== null && patch.auth?.kind !== "none";
  const isHttp = before.transport !== "stdio";
  if (isHttp && patch.url !== undefined) assertAllowedUrl(patch.url, policyFor(before.ownerId));
  if (patch.auth && before.transport !== "openapi") throw new AppError("invalidInput");
  assertTokenAddress(patch.auth, before.ownerId);
  const [command, args] = [patch.command ?? before.command ?? "", patch.args ?? before.args];
  // Switching one on starts it as well.
  const isStarted = [patch.command, patch.args, patch.secrets, patch.enabled || undefined].some(
    (one) => one !== undefined,
  );
  if (!isHttp && isStarted) {
    const kept =
      patch.secrets === undefined && !isOther(before, command, args) ? openSecrets(before.secretsCipher) : {};
    assertAllowedCommand(command, args, patch.secrets ?? kept);
  }
  const moved = isHttp ? patch.url !== undefined && isMoved(before.url, patch.url) : isOther(before, command, args);
  if ((moved || isOtherAuth(before.auth, patch.auth)) && holdsSecrets && patch.secrets === undefined) {
    throw secretsAgain();
  }
  if (!isHttp) return defined({ command: patch.command, args: patch.args });
  return defined({
    url: patch.url,
    auth: patch.auth,
    document: before.origin === "form" ? patch.document : undefined,
  });
}

export const secretsAgain = () =>
  new AppError("keyRequiredForNewAddress", { data: { fields: { secrets: "secretsAgain" } } });

function isOther(before: McpServerRow, command: string, args: readonly string[]): boolean {
  return !isDeepStrictEqual([command, args], [before.command, before.args]);
}
