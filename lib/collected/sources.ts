import "server-only";
import type { Queryable } from "@/db/client";
import { findAnswerToCollect, findPromptToCollect } from "@/db/queries/collectable";
import { findDocument } from "@/db/queries/documents";
import type { Actor } from "@/lib/auth/actor";
import type { MessagePart } from "@/lib/stream/parts";
import { cut } from "@/lib/text/storable";
import type { NewCollected } from "./schema";

const TITLE_MAX = 200;
/** Characters that can be searched; the copy itself is whole. */
const TEXT_MAX = 100_000;

/** What is kept of a thing. */
export interface Kept {
  title: string;
  text: string;
  parts: MessagePart[];
  sessionId: string | null;
}

/** A copy of what the person asks to keep; null when it is not theirs to see. */
export async function copyOf(db: Queryable, actor: Actor, { kind, refId }: NewCollected): Promise<Kept | null> {
  switch (kind) {
    case "answer":
      return copyOfAnswer(db, actor, refId);
    case "document": {
      const document = await findDocument(db, actor.id, refId);
      return document && { title: oneLine(document.name), text: "", parts: [], sessionId: null };
    }
    case "prompt": {
      const departments = actor.departmentPath.split("/").filter(Boolean);
      const prompt = await findPromptToCollect(db, { userId: actor.id, departments }, refId);
      return (
        prompt && {
          title: oneLine(prompt.name),
          text: cut(prompt.content, TEXT_MAX),
          parts: [{ type: "text", text: prompt.content }],
          sessionId: null,
        }
      );
    }
  }
}

async function copyOfAnswer(db: Queryable, actor: Actor, id: string): Promise<Kept | null> {
  const row = await findAnswerToCollect(db, actor.id, id);
  if (!row) return null;
  // What is read of an answer; how it was made stays with its chat.
  const parts = (row.parts as MessagePart[]).filter(({ type }) => type === "text" || type === "citation");
  const text = textOf(parts);
  const question = textOf((row.question ?? []) as MessagePart[]);
  return {
    title: oneLine(question || row.title || text),
    text: cut(text, TEXT_MAX),
    parts,
    // A temporary chat is nothing to go back to; keeping its answer is what the person asked for.
    sessionId: row.isTemporary ? null : row.sessionId,
  };
}

function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function oneLine(text: string): string {
  return [...text.trim().replace(/\s+/g, " ")].slice(0, TITLE_MAX).join("");
}
