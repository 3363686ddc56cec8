import "server-only";
import { db } from "@/db/client";
import { listFilesOfVersions } from "@/db/queries/knowledge/qa-places";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import type { Citation } from "@/lib/citations/dto";
import { QA_CITATIONS_MAX } from "../../limits";
import type { QaOfAnswer } from "../../qa-schema";
import { makeQa } from "./write";

interface AnswerAsQa extends QaOfAnswer {
  messageId: string;
  /** What the answer cites. */
  cited: readonly Citation[];
}

/**
 * A pair from an answer of a record, proposed or answering at once. The caller has checked that the person may read the
 * answer's words. Places of files they may not read, and of files of other bases, are left out. Throws as `createQa`.
 */
export async function createFromAnswer(
  actor: Actor,
  { messageId, cited, isActive, baseId, ...input }: AnswerAsQa,
): Promise<{ id: string }> {
  const versionIds = [...new Set(cited.map(({ versionId }) => versionId))];
  const files = await listFilesOfVersions(db(), subjectsOf(actor), versionIds);
  const named = new Map<string, NonNullable<QaOfAnswer["citations"]>[number]>();
  for (const { versionId, from, to } of cited) {
    const file = files.find((one) => one.versionId === versionId && (!baseId || one.baseId === baseId));
    if (file && from < to) named.set(`${versionId} ${from} ${to}`, { knowledgeFileId: file.id, versionId, from, to });
  }
  const citations = input.citations ?? [...named.values()].slice(0, QA_CITATIONS_MAX);
  const making = { state: isActive ? "active" : "proposed", origin: "answer", messageId } as const;
  return makeQa(actor, { ...input, baseId, citations }, making);
}
