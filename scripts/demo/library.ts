/** Bases, documents and what people asked about them: read and answered for real. */

import { setTimeout } from "node:timers/promises";
import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMessages } from "@/db/schema/conversation";
import { tasks } from "@/db/schema/tasks";
import type { Actor } from "@/lib/auth/actor";
import { backgroundIdle } from "@/lib/background";
import { rateAnswer } from "@/lib/conversation/answers";
import { createConversation } from "@/lib/conversation/history";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { answerQuestion as askInPersonal } from "@/lib/features/chat/service/answer";
import { uploadChatFile } from "@/lib/features/chat/service/file-uploads";
import { answerQuestion as askDocuments } from "@/lib/features/documents/service/answer";
import { createChat as createDocumentChat } from "@/lib/features/documents/service/chats";
import { uploadDocument } from "@/lib/features/documents/service/upload";
import { createBase } from "@/lib/features/knowledge/service/bases";
import { askInChat } from "@/lib/features/knowledge/service/chat/answer";
import { createChat as createKnowledgeChat } from "@/lib/features/knowledge/service/chat/chats";
import { addFiles } from "@/lib/features/knowledge/service/upload";
import { askInSearch } from "@/lib/features/search/service/chat/answer";
import { makeSearch } from "@/lib/features/search/service/chat/searches";
import type { Locale } from "@/lib/i18n/locales";
import type { ResolvedModel } from "@/lib/models/types";
import { runTask } from "@/lib/tasks/run";
import { type DemoTalk, uploadOf } from "./content";
import { acting, type Filling } from "./fill";
import { DemoRefused, keepMarker } from "./marker";
import { keepSources } from "./sources";
import { moveTalk } from "./usage";

/** A running product may have taken a file up before us: its work is waited for. */
const READING_MS = 300_000;
const LOOK_MS = 200;
/** As many files as a process reads at once (ARCHITECTURE 7). */
const AT_ONCE = 2;
const SETTLED_MS = 20_000;

interface Made {
  people: ReadonlyMap<string, string>;
  departmentIds: ReadonlyMap<string, string>;
  model: ResolvedModel;
}

export async function talkAbout(filling: Filling, made: Made) {
  const { content, marker, tell } = filling;
  tell("Knowledge bases and documents, read and indexed …");
  const bases = await makeBases(filling, made);
  const documents = await makeDocuments(filling, made);
  await readAll(marker.people);
  tell("Sources of the web search …");
  await keepSources(filling);
  tell("Conversations …");
  // The oldest first: lists are in the order of ids, which are made in the order of asking.
  const talks = content.talks.toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const talk of talks) await hold(filling, made, talk, { bases, documents });
  const files = content.bases.reduce((sum, base) => sum + base.files.length, 0) + content.documents.length;
  return { bases: bases.size, files, conversations: content.talks.length };
}

async function makeBases({ folder, content, marker }: Filling, { people, departmentIds }: Made) {
  const ids = new Map<string, string>();
  for (const { key, owner, departments = [], files, ...base } of content.bases) {
    const actor = await acting(people.get(owner)!);
    const grants = departments.map((name) => ({
      subjectType: "department" as const,
      subjectId: departmentIds.get(name)!,
      right: "view" as const,
    }));
    const { id } = await createBase(actor, { ...base, type: "general", grants });
    ids.set(key, id);
    marker.bases.push(id);
    await keepMarker(marker);
    const request = await uploadOf(folder, "files", files);
    const { items } = await addFiles(actor, id, { request, locale: "en_US" });
    const refused = items.find((item) => item.id === null);
    if (refused) throw new DemoRefused(`A file of the demo was refused: ${refused.name}`);
  }
  return ids;
}

/** Ids by owner and name of the file. */
async function makeDocuments({ folder, content }: Filling, { people }: Made) {
  const ids = new Map<string, string>();
  for (const { owner, file } of content.documents) {
    const actor = await acting(people.get(owner)!);
    const { id } = await uploadDocument(actor, await uploadOf(folder, "file", [file]));
    ids.set(`${owner} ${file}`, id);
  }
  return ids;
}

/** Does what waits to be read, here or in the product that is running. Throws DemoRefused for what failed. */
export async function readAll(people: readonly string[]): Promise<void> {
  const until = Date.now() + READING_MS;
  const own = inArray(tasks.ownerId, [...people]);
  for (;;) {
    const open = await db()
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(own, inArray(tasks.status, ["waiting", "running"])))
      .orderBy(asc(tasks.createdAt));
    if (open.length === 0) break;
    if (Date.now() > until) throw new DemoRefused("The texts of the demo could not be read in time.");
    for (let at = 0; at < open.length; at += AT_ONCE) {
      await Promise.all(open.slice(at, at + AT_ONCE).map(({ id }) => runTask(id)));
    }
    await setTimeout(LOOK_MS);
  }
  const [failed] = await db()
    .select({ failure: tasks.failure })
    .from(tasks)
    .where(and(own, eq(tasks.status, "failed")));
  if (failed) throw new DemoRefused(`A text of the demo could not be read (${failed.failure}).`);
}

type Ask = (text: string) => Promise<Response>;

async function hold(
  filling: Filling,
  made: Made,
  talk: DemoTalk,
  at: { bases: ReadonlyMap<string, string>; documents: ReadonlyMap<string, string> },
): Promise<void> {
  const actor = await acting(made.people.get(talk.asker)!);
  const { id, ask } = await begin(filling, actor, talk, made.model.id, at);
  for (const question of talk.questions) {
    const answer = await ask(question);
    await answer.text();
  }
  await backgroundIdle(SETTLED_MS);
  const [last] = await db()
    .select({ id: chatMessages.id, status: chatMessages.status })
    .from(chatMessages)
    .where(and(eq(chatMessages.sessionId, id), eq(chatMessages.role, "assistant")))
    .orderBy(desc(chatMessages.id))
    .limit(1);
  if (last?.status !== "done") throw new DemoRefused(`A question of the demo was not answered: ${talk.questions[0]}`);
  if (talk.feedback) await rateAnswer(actor, last.id, talk.feedback);
  await moveTalk(id, talk.daysAgo);
}

async function begin(
  { folder }: Filling,
  actor: Actor,
  talk: DemoTalk,
  modelId: string,
  { bases, documents }: { bases: ReadonlyMap<string, string>; documents: ReadonlyMap<string, string> },
): Promise<{ id: string; ask: Ask }> {
  const locale: Locale = /\p{Script=Han}/u.test(talk.questions[0] ?? "") ? "zh_CN" : "en_US";
  if (talk.bases) {
    const { id } = await createKnowledgeChat(actor, { baseIds: talk.bases.map((key) => bases.get(key)!) });
    return { id, ask: (text) => askInChat(actor, id, { text, modelId }, null) };
  }
  if (talk.documents) {
    const documentIds = talk.documents.map((name) => documents.get(`${talk.asker} ${name}`)!);
    const { id } = await createDocumentChat(actor, { documentIds });
    return { id, ask: (text) => askDocuments(actor, id, { text, modelId }, { locale, idempotencyKey: null }) };
  }
  if (talk.searches) {
    const id = await makeSearch(actor, { mode: "quick" });
    return { id, ask: (text) => askInSearch(actor, id, { text, modelId }, null) };
  }
  const { id } = await createConversation(actor, PERSONAL);
  const file = await uploadChatFile(actor, await uploadOf(folder, "file", [talk.attach!]));
  await readAll([actor.id]);
  return { id, ask: (text) => askInPersonal(actor, id, { text, modelId, fileIds: [file.id] }, null) };
}
