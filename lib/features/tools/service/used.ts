import "server-only";
import type { Transaction } from "@/db/client";
import { listMcpTools } from "@/db/queries/tools/tools";
import type { Actor } from "@/lib/auth/actor";
import { assertUnused } from "@/lib/owned/uses";
import type { ServerScope } from "./asking";

/** Whose server it is, and whether the person was told what its tools are used for. */
export interface Removing {
  scope?: ServerScope;
  confirmed?: boolean;
}

/** Throws stillUsed where apps have one of a server's tools. */
export async function assertToolsUnused(tx: Transaction, actor: Actor, serverId: string, confirmed: boolean) {
  const ids = (await listMcpTools(tx, serverId)).map(({ name }) => name);
  await assertUnused(tx, actor, { of: "tool", ids, confirmed });
}
