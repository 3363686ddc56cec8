import "server-only";
import type { Actor } from "@/lib/auth/actor";
import type { KeyHolder } from "@/lib/auth/api-key";
import { ownerNow } from "@/lib/auth/delegated";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";

/** What a key of scope `knowledge` can be used for; the center's settings are for people. */
const CODES = [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH];

/**
 * The person a key belongs to, with what they may do with knowledge now and nothing else; its calls of models are the
 * key's. Throws noPermission.
 */
export async function knowledgeCaller({ actor, key }: KeyHolder): Promise<Actor> {
  const owner = await ownerNow(actor.id, CODES, actor.request);
  if (!owner) throw new AppError("noPermission");
  const permissions = CODES.filter((code) => owner.permissions.includes(code));
  return { ...owner, permissions, linkCodes: [], isAdministrator: false, apiKey: key };
}
