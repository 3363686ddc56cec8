import { asc, eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { chatMessages } from "@/db/schema/conversation";
import { files } from "@/db/schema/files";
import { knowledgeFiles } from "@/db/schema/knowledge";
import { sliceSets, slices } from "@/db/schema/retrieval";
import { recordAnswer } from "@/lib/features/knowledge-operations/service/recording";
import type { MessagePart } from "@/lib/stream/parts";
import { makeConversation } from "./conversations";
import type { Person } from "./people";

const DAY_MS = 86_400_000;

/** A slice that answers, with where it lies. */
export async function slicesOf(knowledgeFileId: string) {
  return db()
    .select({
      id: slices.id,
      text: slices.text,
      from: slices.from,
      to: slices.to,
      versionId: sliceSets.versionId,
      fileId: files.id,
      fileName: files.name,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(sliceSets, eq(sliceSets.versionId, knowledgeFiles.readyVersionId))
    .innerJoin(slices, eq(slices.setId, sliceSets.id))
    .where(eq(knowledgeFiles.id, knowledgeFileId))
    .orderBy(asc(slices.ordinal));
}
type Slice = Awaited<ReturnType<typeof slicesOf>>[number];

interface BaseAnswer {
  baseIds: readonly string[];
  question: string;
  answer?: string;
  /** Slices that went to the model, and those of them it cites. */
  used?: readonly Slice[];
  cited?: readonly Slice[];
  /** Of cited sentences those that are supported; all. */
  supported?: number;
  daysAgo?: number;
  costMicros?: number;
  feedback?: "like" | "dislike";
  feedbackReason?: "wrong" | "outdated" | "other";
  feedbackText?: string;
  /** Nobody has counted it yet. */
  isUncounted?: boolean;
}

/** An answer from bases as it is stored once it has ended, counted; its id and that of its conversation. */
export async function makeBaseAnswer(person: Pick<Person, "id">, of: BaseAnswer, title = "Conversation") {
  const { baseIds, question, answer = "So it is.", used = [], cited = [], daysAgo = 0, isUncounted, ...figures } = of;
  const { supported = cited.length, ...stored } = figures;
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const made = await makeConversation(
    person,
    [{ question, answer, id: v7({ msecs: at.getTime() }), ...stored, createdAt: at }],
    { title, kind: "knowledge" },
  );
  const id = made.answerIds[0]!;
  await db()
    .update(chatMessages)
    .set({ parts: partsOf({ baseIds, answer, used, cited, supported }), createdAt: at })
    .where(eq(chatMessages.id, id));
  await db().update(chatMessages).set({ createdAt: at }).where(inArray(chatMessages.id, made.questionIds));
  if (!isUncounted) await recordAnswer(id);
  return { id, sessionId: made.id };
}

function partsOf({
  baseIds,
  answer,
  used,
  cited,
  supported,
}: Required<Pick<BaseAnswer, "baseIds" | "answer" | "used" | "cited" | "supported">>): MessagePart[] {
  const found = used.map(({ id, versionId, fileName }) => ({
    kind: "slice" as const,
    ...{ text: fileName, versionId, sliceId: id, isKept: true },
  }));
  return [
    {
      type: "steps",
      steps: [
        { name: "search", state: "done", found: baseIds.map((baseId) => ({ kind: "base", text: "", baseId })) },
        { name: "selection", state: "done", found },
      ],
    },
    { type: "text", text: answer + cited.map((_, index) => `[^c${index + 1}]`).join("") },
    ...cited.map((slice, index): MessagePart => ({ type: "citation", citation: citationOf(slice, index + 1) })),
    {
      type: "support",
      support: { cited: cited.length, supported, unsupported: [], judgedBy: "words" },
    },
  ];
}

function citationOf({ fileId, versionId, fileName, from, to, text }: Slice, id: number) {
  return {
    ...{ id, number: id, fileId, versionId, fileName, format: "txt" as const, parser: 1 },
    place: { kind: "page" as const, part: 1 },
    ...{ from, to, quote: text, quoteHash: "", supported: true },
  };
}
