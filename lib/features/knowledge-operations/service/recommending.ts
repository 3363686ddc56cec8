import "server-only";
import { db } from "@/db/client";
import {
  type AskedOften,
  findQuestionOf,
  listAskedOften,
  namesSomebody,
  proposeRecommended,
  removeProposals,
} from "@/db/queries/knowledge-operations/recommended";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import {
  DAY_MS,
  RECOMMENDED_AUTO_MAX,
  RECOMMENDED_DAYS,
  RECOMMENDED_LENGTH,
  RECOMMENDED_PEOPLE,
  RECOMMENDED_SUPPORT,
} from "../gap-limits";
import { isFitForAll } from "../recommended-words";

/** Questions that are looked at: some of them say too much to be shown to others. */
const LOOKED_AT = 500;

/** Proposes questions that several people asked and that are answered well, and takes back those that are not any more. */
export async function recommendQuestions(): Promise<void> {
  const often = await listAskedOften(db(), {
    since: new Date(Date.now() - RECOMMENDED_DAYS * DAY_MS),
    people: RECOMMENDED_PEOPLE,
    support: RECOMMENDED_SUPPORT,
    limit: LOOKED_AT,
  });
  const proposed: (AskedOften & { content: string })[] = [];
  for (const one of often) {
    if (proposed.length === RECOMMENDED_AUTO_MAX) break;
    const content = await wordsOf(one.messageId);
    if (content) proposed.push({ ...one, content });
  }
  await db().transaction(async (tx) => {
    await removeProposals(
      tx,
      proposed.map(({ baseId, questionKey }) => `${baseId} ${questionKey}`),
    );
    for (const { baseId, questionKey, content, fileIds } of proposed) {
      await proposeRecommended(tx, { baseId, questionKey, content, knowledgeFileIds: fileIds });
    }
  });
}

/** Words of a question that may be shown to people who did not ask it; null for others. */
async function wordsOf(messageId: string): Promise<string | null> {
  const parts = await findQuestionOf(db(), messageId);
  const words = parts
    ? textOfParts(parts as MessagePart[])
        .replace(/\s+/g, " ")
        .trim()
    : "";
  if (words.length > RECOMMENDED_LENGTH || !isFitForAll(words) || (await namesSomebody(db(), words))) return null;
  return words;
}
