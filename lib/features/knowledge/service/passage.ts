import "server-only";
import { db } from "@/db/client";
import { findSlice } from "@/db/queries/knowledge/slices";
import { listNeighbours, listSlicesById } from "@/db/queries/retrieval/retrieval";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { PassageDto } from "../dto";
import { requireFile } from "./files";

/** A slice that answers, whole, with those beside it. Throws notFound, also for what is switched off or outside its days. */
export async function readPassage(actor: Actor, id: string): Promise<PassageDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const found = await findSlice(db(), id);
  if (!found) throw new AppError("notFound");
  const { file } = await requireFile(actor, found.fileId, "view");
  const { slice, setId } = found;
  const now = Date.now();
  const isDue = (file.validFrom?.getTime() ?? 0) <= now && now < (file.validUntil?.getTime() ?? Infinity);
  if (!isDue || slice.isDisabled) throw new AppError("notFound");
  const beside = await listNeighbours(db(), [{ setId, ordinal: slice.ordinal, distance: 1 }]);
  const rows = await listSlicesById(
    db(),
    beside.map((one) => one.id),
  );
  const textAt = (isThere: (ordinal: number) => boolean) => rows.find(({ ordinal }) => isThere(ordinal))?.text ?? "";
  const { part: page, heading, text, ordinal } = slice;
  return {
    ...{ sliceId: id, fileId: file.id, fileName: file.name, baseId: file.baseId, page, heading, text },
    before: textAt((other) => other < ordinal),
    after: textAt((other) => other > ordinal),
  };
}
