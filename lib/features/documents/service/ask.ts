import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { loadCaller } from "@/lib/auth/caller";
import { ownerMay } from "@/lib/auth/delegated";
import { P } from "@/lib/permissions/codes";

/** Of the ledger. */
export const APP = "document";

/** A person as the one background work is done and paid for. Null when they may not read documents here any more. */
export async function actorOf(userId: string, requestId: string): Promise<Actor | null> {
  if (!(await ownerMay(userId, P.DOCUMENT))) return null;
  const caller = await loadCaller(userId);
  if (!caller?.mayCall) return null;
  return { ...caller, request: { requestId, address: "", userAgent: "" } };
}
