import { and, eq, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { fileVersions } from "../../schema/files";
import { knowledgeFiles } from "../../schema/knowledge";
import { knowledgeFindings } from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";
import { wordsAreOpen } from "./words";

const asked = alias(chatMessages, "asked");

/**
 * A finding of a base with the words of its question and answer, where this person may read them. `parts` null: the words are
 * gone. The caller has checked the base.
 */
export async function findReadableFinding(db: Queryable, readerId: string, baseId: string, id: string) {
  const of = knowledgeFindings;
  const [row] = await db
    .select({
      kind: of.kind,
      recallItemId: of.recallItemId,
      parts: chatMessages.parts,
      question: asked.parts,
    })
    .from(of)
    .leftJoin(chatMessages, eq(chatMessages.id, of.messageId))
    .leftJoin(asked, eq(asked.id, chatMessages.parentId))
    .leftJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .leftJoin(users, eq(users.id, chatSessions.userId))
    .where(
      and(
        eq(of.id, id),
        eq(of.baseId, baseId),
        or(isNull(chatMessages.id), wordsAreOpen(readerId, { or: sql`${of.isByAsker}` })),
      ),
    );
  return row ?? null;
}

export async function linkRecallItem(db: Queryable, findingId: string, recallItemId: string): Promise<void> {
  await db.update(knowledgeFindings).set({ recallItemId }).where(eq(knowledgeFindings.id, findingId));
}

/** What was made of a finding; with it, it is dealt with. */
export async function linkQa(db: Queryable, findingId: string, qaId: string): Promise<void> {
  await db
    .update(knowledgeFindings)
    .set({ qaId, state: "done", updatedAt: new Date() })
    .where(eq(knowledgeFindings.id, findingId));
}

/** Files of a base that versions are of. */
export async function filesOfVersions(db: Queryable, baseId: string, versionIds: readonly string[]) {
  if (versionIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: knowledgeFiles.id })
    .from(knowledgeFiles)
    .innerJoin(fileVersions, eq(fileVersions.fileId, knowledgeFiles.fileId))
    .where(
      and(eq(knowledgeFiles.baseId, baseId), sql`${fileVersions.id} = any(${sql.param([...versionIds])}::uuid[])`),
    );
  return rows.map(({ id }) => id);
}

/** The base a finding is about; null when there is no such finding. */
export async function findBaseOfFinding(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db
    .select({ baseId: knowledgeFindings.baseId })
    .from(knowledgeFindings)
    .where(eq(knowledgeFindings.id, id));
  return row?.baseId ?? null;
}
