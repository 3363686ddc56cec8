import "server-only";
import { db } from "@/db/client";
import { insertNotification } from "@/db/queries/notifications/notifications";
import { lockConsolePrompt, updatePrompt } from "@/db/queries/prompts/prompts";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import type { NoticeKind } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import type { PromptDetail } from "../dto";
import type { PromptReview } from "../schema";
import { readConsole } from "./console";

/**
 * Decides about a request to share and tells its owner. Approving releases exactly the text that was read; a refusal leaves what was released
 * before. Throws notFound, promptNotPending, promptChanged when the owner wrote on meanwhile.
 */
export async function reviewPrompt(
  actor: Actor,
  id: string,
  { approve, note, version }: PromptReview,
  locale: Locale,
): Promise<PromptDetail> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockConsolePrompt(tx, id));
    if (row.status !== "pending") throw new AppError("promptNotPending");
    if (row.version !== version) throw new AppError("promptChanged");
    await updatePrompt(tx, id, {
      status: approve ? "approved" : "rejected",
      reviewNote: note,
      reviewedBy: actor.id,
      ...(approve && { releasedVersion: version }),
    });
    if (row.ownerId) {
      await insertNotification(tx, {
        userId: row.ownerId,
        kind: (approve ? "promptApproved" : "promptRejected") satisfies NoticeKind,
        args: { name: row.name, note },
        href: `/personal/chat?view=prompts&tab=mine&prompt=${id}`,
      });
    }
    await recordAuditEvent(tx, actor, {
      action: "prompt.review",
      target: { type: "prompt", id, name: row.name },
      before: { status: row.status, visibility: row.visibility },
      after: { status: approve ? "approved" : "rejected", version, note },
    });
  });
  return readConsole(actor, id, locale);
}
