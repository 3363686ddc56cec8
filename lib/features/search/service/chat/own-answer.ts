import "server-only";
import { db } from "@/db/client";
import { findAnswer } from "@/db/queries/conversation/messages";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { asReadBy } from "@/lib/citations/gone";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { textOfParts } from "@/lib/stream/history";
import { readMessages } from "@/lib/stream/messages";
import type { MessagePart } from "@/lib/stream/parts";
import { ABOUT_SEARCH } from "../../conversation";

/** A finished answer of a search of one's own with its question, as far as its pages may be read now. Throws notFound. */
export async function ownAnswer(actor: Actor, messageId: string) {
  requirePermission(actor, P.SEARCH);
  const row = await findAnswer(db(), actor.id, messageId);
  if (!row || row.kind !== ABOUT_SEARCH.code || !row.parentId || row.status === "streaming")
    throw new AppError("notFound");
  const [asked] = await readMessages(row.sessionId, [row.parentId]);
  const [read] = await asReadBy(actor, [{ parts: row.parts as MessagePart[] }]);
  return { ...row, parts: read!.parts, question: asked ? textOfParts(asked.parts) : "" };
}
export type OwnAnswer = Awaited<ReturnType<typeof ownAnswer>>;

/** What the answer cites and may still be read. */
export const citationsOf = ({ parts }: Pick<OwnAnswer, "parts">) =>
  parts.flatMap((part) => (part.type === "citation" && part.citation.quote !== "" ? [part.citation] : []));
