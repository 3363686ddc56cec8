import "server-only";
import { db } from "@/db/client";
import { publishPicture } from "@/db/queries/files/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { publicImageUrl } from "@/lib/config/product";
import { AppError } from "@/lib/errors/errors";
import { INLINE_PICTURES } from "@/lib/files/serve";
import { deleteFile, uploadFile } from "@/lib/files/upload";
import { P } from "@/lib/permissions/codes";

/**
 * Takes in a picture of the configuration and shows it to everybody. Its kind is decided by its content; SVG is a
 * document with scripts and is not taken (SECURITY XS-03). Throws pictureWanted and what `uploadFile` throws.
 */
export async function uploadPicture(actor: Actor, request: Request): Promise<{ id: string; url: string | null }> {
  requirePermission(actor, P.CONFIG_BASIC);
  const { id, name } = await uploadFile(actor, request, { purpose: "icon" });
  const isPublished = await db().transaction(async (tx) => {
    if (!(await publishPicture(tx, actor.id, id, INLINE_PICTURES))) return false;
    await recordAuditEvent(tx, actor, { action: "config.picture", target: { type: "file", id, name } });
    return true;
  });
  if (!isPublished) {
    await deleteFile(actor, id);
    throw new AppError("pictureWanted");
  }
  return { id, url: publicImageUrl(id) };
}
