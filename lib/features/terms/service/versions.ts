import "server-only";
import { db } from "@/db/client";
import {
  countOutstanding,
  findTermsVersion,
  insertTermsDraft,
  listTermsVersions,
  removeTermsDraft,
  type TermsRow,
  updateTermsDraft,
} from "@/db/queries/terms/terms";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateSessions } from "@/lib/auth/session";
import { TERMS } from "@/lib/config/texts/terms";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { TermsOverview, TermsVersionDto } from "../dto";
import { TERMS_VERSIONS_MAX, type TermsPatch, type TermsPublish } from "../schema";
import { invalidateTerms } from "./published";

/** Every version, the newest first, and how many people are still asked. */
export async function termsOverview(actor: Actor): Promise<TermsOverview> {
  requirePermission(actor, P.CONFIG_TERMS);
  const [rows, counts] = await Promise.all([listTermsVersions(db(), TERMS_VERSIONS_MAX), countOutstanding(db())]);
  const versions = rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { versions, ...counts };
}

/** One version with its texts. Throws notFound. */
export async function readTerms(actor: Actor, id: string): Promise<TermsVersionDto> {
  requirePermission(actor, P.CONFIG_TERMS);
  return toDto(await findTermsVersion(db(), { id }));
}

function toDto(row: TermsRow | null): TermsVersionDto {
  if (!row) throw new AppError("notFound");
  return {
    ...withRevision(row, edited),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}

const edited = (row: TermsRow) => fieldsOf(row, ["markdownZh", "markdownEn", "noteZh", "noteEn"]);

/**
 * Begins the draft from what applies now, or from the product's own text. There is one at most: when somebody has begun
 * it already, that one is answered.
 */
export async function beginTermsDraft(actor: Actor): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_TERMS);
  const current = await findTermsVersion(db(), "current");
  const texts = {
    markdownZh: current?.markdownZh ?? TERMS.zh_CN.markdown,
    markdownEn: current?.markdownEn ?? TERMS.en_US.markdown,
  };
  const made = await db().transaction(async (tx) => {
    const draft = await insertTermsDraft(tx, { ...texts, authorId: actor.id });
    if (draft) {
      const target = { type: "terms", id: draft.id, name: `v${draft.version}` };
      await recordAuditEvent(tx, actor, { action: "terms.draft", target });
    }
    return draft;
  });
  const found = made ?? (await findTermsVersion(db(), "draft"));
  if (!found) throw new AppError("notFound");
  return { id: found.id };
}

/** Throws notFound for what is no draft (any more): what is published stays as it is. Throws staleRecord. */
export async function changeTermsDraft(
  actor: Actor,
  id: string,
  { revision, ...draft }: TermsPatch,
): Promise<TermsVersionDto> {
  requirePermission(actor, P.CONFIG_TERMS);
  await db().transaction(async (tx) => {
    const read = async () => {
      const row = await findTermsVersion(tx, { id });
      return row && edited(row);
    };
    await assertCurrent(tx, actor, { type: "terms", id, given: revision, read });
    const changed = orNotFound(await updateTermsDraft(tx, id, { ...draft, authorId: actor.id }));
    await recordAuditEvent(tx, actor, {
      action: "terms.change",
      target: { type: "terms", id, name: `v${changed.version}` },
      after: { noteZh: draft.noteZh, noteEn: draft.noteEn },
    });
  });
  return readTerms(actor, id);
}

export async function discardTermsDraft(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_TERMS);
  await db().transaction(async (tx) => {
    const removed = orNotFound(await removeTermsDraft(tx, id));
    const target = { type: "terms", id, name: `v${removed.version}` };
    await recordAuditEvent(tx, actor, { action: "terms.discard", target });
  });
}

/**
 * Publishes the draft. With `mustAccept` everybody is asked before their next call, the one who publishes included.
 * Throws notFound, and termsDraftChanged when the draft is not the one that was read.
 */
export async function publishTerms(actor: Actor, id: string, { mustAccept, updatedAt }: TermsPublish): Promise<void> {
  requirePermission(actor, P.CONFIG_TERMS);
  await db().transaction(async (tx) => {
    const published = await updateTermsDraft(tx, id, {
      status: "published",
      mustAccept,
      publishedAt: new Date(),
      authorId: actor.id,
      readAt: new Date(updatedAt),
    });
    if (!published) throw new AppError((await findTermsVersion(tx, { id })) ? "termsDraftChanged" : "notFound");
    await recordAuditEvent(tx, actor, {
      action: "terms.publish",
      target: { type: "terms", id, name: `v${published.version}` },
      after: { version: published.version, mustAccept },
    });
  });
  invalidateTerms();
  invalidateSessions();
}
