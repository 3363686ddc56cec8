import "server-only";
import { db } from "@/db/client";
import { publishPicture } from "@/db/queries/files/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { INLINE_PICTURES } from "@/lib/files/serve";
import { deleteFile, uploadFile } from "@/lib/files/upload";
import { P } from "@/lib/permissions/codes";

/** Takes in the logo of a channel's app, which the login page shows to everybody. Throws pictureWanted. */
export async function uploadLogo(actor: Actor, request: Request): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_SSO);
  const { id, name } = await uploadFile(actor, request, { purpose: "icon" });
  const isPublished = await db().transaction(async (tx) => {
    if (!(await publishPicture(tx, actor.id, id, INLINE_PICTURES))) return false;
    await recordAuditEvent(tx, actor, { action: "login-channel.picture", target: { type: "file", id, name } });
    return true;
  });
  if (isPublished) return { id };
  await deleteFile(actor, id);
  throw new AppError("pictureWanted");
}
