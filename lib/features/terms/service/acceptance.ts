import "server-only";
import { db } from "@/db/client";
import { findTermsVersion, hasAccepted, insertAcceptance } from "@/db/queries/terms/terms";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { invalidateSessions } from "@/lib/auth/session";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import type { OwnTerms } from "../dto";

/** The terms that apply and whether the person accepted them; null without any published version. */
export async function ownTerms(actor: Actor, locale: Locale): Promise<OwnTerms | null> {
  const row = await findTermsVersion(db(), "current");
  if (!row?.publishedAt) return null;
  const isChinese = locale === "zh_CN";
  return {
    id: row.id,
    version: row.version,
    markdown: isChinese ? row.markdownZh : row.markdownEn,
    note: isChinese ? row.noteZh : row.noteEn,
    publishedAt: row.publishedAt.toISOString(),
    accepted: await hasAccepted(db(), row.id, actor.id),
  };
}

/**
 * Records that the person accepts the terms that apply, in the language they read them in. Once is enough: a repeated
 * call changes nothing. Throws termsChanged when another version has been published meanwhile.
 */
export async function acceptTerms(actor: Actor, versionId: string, language: Locale): Promise<void> {
  const current = await findTermsVersion(db(), "current");
  if (current?.id !== versionId) throw new AppError("termsChanged");
  await db().transaction(async (tx) => {
    const { address, userAgent } = actor.request;
    const row = { versionId, userId: actor.id, language, address, userAgent: userAgent.slice(0, 400) };
    if (!(await insertAcceptance(tx, row))) return;
    await recordAuditEvent(tx, actor, {
      action: "terms.accept",
      target: { type: "terms", id: versionId, name: `v${current.version}` },
      after: { version: current.version, language },
    });
  });
  invalidateSessions();
}
