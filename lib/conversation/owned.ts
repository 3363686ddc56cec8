import "server-only";
import { db } from "@/db/client";
import { findAnswerToCollect, listCollectedChats } from "@/db/queries/collected/collectable";
import { countOwnSessions, listOwnMessages, listOwnSessions } from "@/db/queries/owned/own-data";
import { chatFolders, chatMessages, chatSessions, chatShares, runs } from "@/db/schema/conversation";
import { asReadBy } from "@/lib/citations/gone";
import type { CollectableSource, OwnDataContext, OwnDataFiles, Owned } from "@/lib/owned/owned";
import type { MessagePart } from "@/lib/stream/parts";
import { conversationHref } from "./areas";

const PAGE = 50;
/** Conversations at most: what the archive format can name without extensions. */
const CHATS_MAX = 60_000;

/** Conversations of every kind, a file each. */
async function* chats({ actor, signal, tell }: OwnDataContext): OwnDataFiles {
  const total = await countOwnSessions(db(), actor.id);
  let after: string | null = null;
  for (let written = 0; written < CHATS_MAX; ) {
    const sessions: Awaited<ReturnType<typeof listOwnSessions>> = await listOwnSessions(db(), actor.id, after, PAGE);
    tell(written, total);
    for (const session of sessions) {
      signal.throwIfAborted();
      const rows = await listOwnMessages(db(), actor.id, session.id);
      const messages = await asReadBy(
        actor,
        rows.map((row) => ({ ...row, parts: row.parts as MessagePart[] })),
      );
      yield { name: session.id, value: { ...session, messages } };
    }
    written += sessions.length;
    after = sessions.at(-1)?.id ?? null;
    if (sessions.length < PAGE) return;
  }
}

const answer: CollectableSource = {
  kind: "answer",
  copy: async (db, actor, refId) => {
    const row = await findAnswerToCollect(db, actor.id, refId);
    if (!row) return null;
    // What is read of an answer; how it was made stays with its chat.
    const parts = (row.parts as MessagePart[]).filter(({ type }) => type === "text" || type === "citation");
    const text = textOf(parts);
    const question = textOf((row.question ?? []) as MessagePart[]);
    return {
      title: question || row.title || text,
      text,
      parts,
      // A temporary chat is nothing to go back to; keeping its answer is what the person asked for.
      sessionId: row.isTemporary ? null : row.sessionId,
    };
  },
  hrefs: async (db, userId, items) => {
    const ids = items.flatMap(({ sessionId }) => sessionId ?? []);
    const kinds = new Map((await listCollectedChats(db, userId, ids)).map(({ id, kind }) => [id, kind]));
    const links = items.map(({ refId, sessionId }) => {
      const kind = sessionId && kinds.get(sessionId);
      return [refId, kind ? conversationHref(kind, sessionId, refId) : null] as const;
    });
    return new Map(links.flatMap(([refId, href]) => (href ? [[refId, href]] : [])));
  },
};

function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

export const CONVERSATIONS_OWNED: Owned = {
  ownData: [{ name: "chats", order: 70, columns: [chatSessions.userId], content: { files: chats } }],
  collectables: [answer],
  exempt: {
    people: [
      [chatFolders.userId, "an order of chats that only this product has"],
      [runs.userId, "an answer on its way; its message is in the archive"],
      [chatShares.userId, "links to conversations that are in the archive"],
    ],
    models: [
      [chatMessages.modelId, "what answered then, told by its name"],
      [chatSessions.settings, "a person's preference; the default answers once the model is gone"],
    ],
  },
};
