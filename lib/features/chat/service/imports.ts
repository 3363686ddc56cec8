import "server-only";
import { v5, v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { insertImportedChat } from "@/db/queries/conversation/imports";
import { discardFiles, findReadableFile } from "@/db/queries/files/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { SESSION_TITLE_MAX } from "@/lib/config/constants";
import { AppError } from "@/lib/errors/errors";
import { type StoredArchive, withArchive } from "@/lib/files/archive";
import { ReadFailure } from "@/lib/files/readers/failure";
import { fileStore } from "@/lib/files/storage";
import { uploadFile } from "@/lib/files/upload";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { lastTask, startTask } from "@/lib/tasks/tasks";
import { jsonElements, NoJsonArray } from "@/lib/text/json-elements";
import { cut } from "@/lib/text/storable";
import { PERSONAL } from "../conversation";
import type { ChatImportDto } from "../import/dto";
import { CHAT_BYTES_MAX, CHATS_MAX, ENTRIES_MAX, UNPACKED_BYTES_MAX } from "../import/limits";
import { type ImportedChat, readChat } from "../import/read";

/** Of the files while they are taken in. */
const PURPOSE = "chat-import";
const HREF = "/user/info#data";
/** What chats from elsewhere get their ids by, so that the same chat is the same one whenever it comes. */
const NAMESPACE = "5b0e8c1e-6f0a-4d0e-9a61-2f6f2d6c1a77";
/** In an archive; a large export has several, numbered. */
const CHATS_FILE = "conversations.json";
const CHATS_FILES_MAX = 1000;
/** Files that wait for another try go after so long, milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000;

const inputSchema = z.object({ fileId: z.uuid(), isArchive: z.boolean() });
const count = z.int().default(0);
const stateSchema = z.object({ done: count, made: count, known: count, skipped: count, leftOut: count });
type Input = z.infer<typeof inputSchema>;
type ImportTask = HeldTask<Input, z.infer<typeof stateSchema>>;

/** Chats exported elsewhere become archived ones of their person, one by one. */
export const chatImport = defineTask({
  kind: "chatImport",
  anyOf: [P.CHAT],
  input: inputSchema,
  state: stateSchema,
  atOnce: 1,
  steps: { import: importChats },
  // One that failed can be tried again.
  onEnd: async (tx, { input, status }) => {
    if (status !== "failed") await discardFiles(tx, PURPOSE, { id: input.fileId });
  },
});

/**
 * Takes in an export of ChatGPT (its archive, or the `conversations.json` in it) or of Open WebUI: a form with the `file`, or
 * the `uploadId` of a resumable upload. Its chats follow in the background. Throws chatExportUnreadable, chatImportRunning,
 * and what an upload throws.
 */
export async function beginImport(actor: Actor, request: Request): Promise<ChatImportDto> {
  requirePermission(actor, P.CHAT);
  let isArchive = false;
  await uploadFile(actor, request, {
    purpose: PURPOSE,
    check: async ({ head }) => {
      isArchive = head[0] === 0x50 && head[1] === 0x4b;
      const begins = Buffer.from(head)
        .toString("utf8")
        .replace(/^\uFEFF/, "")
        .trimStart();
      if (!isArchive && !begins.startsWith("[")) throw new AppError("chatExportUnreadable");
    },
    write: async (tx, { fileId, name, size }) => {
      const about = { owner: actor, subject: actor.id, input: { fileId, isArchive }, href: HREF };
      const { isNew } = await startTask(tx, chatImport, about);
      if (!isNew) throw new AppError("chatImportRunning");
      const target = { type: "user", id: actor.id, name: actor.name };
      await recordAuditEvent(tx, actor, { action: "chat.import", target, after: { file: name, size } });
    },
  });
  return readImport(actor);
}

/** How far the last import is, and what became of it. */
export async function readImport(actor: Actor): Promise<ChatImportDto> {
  requirePermission(actor, P.CHAT);
  const task = await lastTask(db(), chatImport, actor.id);
  const { made, known, skipped, leftOut } = task?.state ?? stateSchema.parse({});
  const progress = task && task.total > 0 ? Math.floor((100 * task.done) / task.total) : 0;
  const at = { status: task?.status ?? null, taskId: task?.id ?? null, failure: task?.failure ?? null };
  return { ...at, progress, made, known, skipped, leftOut };
}

/** Files of imports that failed and were not tried again. */
export const discardImports = () => discardFiles(db(), PURPOSE, { before: new Date(Date.now() - KEPT_MS) });

async function importChats(task: ImportTask): Promise<void> {
  const owner = await task.actor();
  const file = await findReadableFile(db(), owner.id, task.input.fileId);
  if (!file) throw new AppError("notFound");
  let total = 0;
  await eachElement(file, task.input, async () => {
    task.signal.throwIfAborted();
    total += 1;
    if (total > CHATS_MAX) throw new AppError("chatExportTooLarge");
  });
  let at = 0;
  await eachElement(file, task.input, async (value) => {
    task.signal.throwIfAborted();
    at += 1;
    // Whoever takes the task up again goes on behind these.
    if (at <= task.state.done) return;
    const chat = readChat(value);
    await task.commit(async (tx, { state }) => {
      const outcome = chat ? await keepChat(tx, owner.id, chat) : "skipped";
      const leftOut = state.leftOut + (chat && outcome === "made" ? chat.leftOut : 0);
      return { state: { ...state, [outcome]: state[outcome] + 1, leftOut, done: at }, done: at, total };
    });
    await task.rest();
  });
  const { made, known, skipped, leftOut } = task.state;
  await task.finish(async (tx) => {
    const args = { made, known, skipped, leftOut };
    await notify(tx, [{ userId: owner.id, kind: "chatsImported", args, href: HREF }]);
  });
}

async function keepChat(tx: Transaction, userId: string, chat: ImportedChat): Promise<"made" | "known"> {
  const { source, externalId, createdAt, updatedAt, title, messages } = chat;
  const id = v5(`${userId} ${source} ${externalId}`, NAMESPACE);
  const ids = new Map(messages.map((message, seq) => [message.id, v7({ msecs: message.at.getTime(), seq })]));
  const session = {
    id,
    userId,
    kind: PERSONAL.code,
    title: cut(title || messages[0]!.text.replace(/\s+/g, " "), SESSION_TITLE_MAX),
    isTitleOwn: true,
    activeLeafId: ids.get(leafOf(chat)) ?? null,
    archivedAt: new Date(),
    createdAt,
    updatedAt,
    lastMessageAt: updatedAt,
  };
  const rows = messages.map((message) => ({
    id: ids.get(message.id)!,
    sessionId: id,
    parentId: message.parentId && (ids.get(message.parentId) ?? null),
    role: message.role,
    parts: [{ type: "text", text: message.text }],
    modelName: message.model,
    createdAt: message.at,
    updatedAt: message.at,
  }));
  return (await insertImportedChat(tx, session, rows)) ? "made" : "known";
}

/** The end of the branch that was in view; below a question without an answer there is none. */
function leafOf({ currentId, messages }: ImportedChat): string {
  const below = new Map(messages.map(({ id, parentId }) => [parentId, id]));
  let leaf = currentId ?? messages.at(-1)!.id;
  for (let next = below.get(leaf); next !== undefined; next = below.get(leaf)) leaf = next;
  return leaf;
}

/** Every element of the export's arrays, in order. Throws chatExportUnreadable, chatExportTooLarge. */
async function eachElement(
  file: StoredArchive,
  { isArchive }: Input,
  work: (value: unknown) => Promise<void>,
): Promise<void> {
  const take = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const value of jsonElements(bytes, CHAT_BYTES_MAX)) await work(value);
  };
  try {
    if (!isArchive) return await take(await (await fileStore()).read(file.storageKey));
    await withArchive(file, ENTRIES_MAX, async (open) => {
      const names = [CHATS_FILE, ...numbered()].filter((name) => open.has(name));
      if (names.length === 0) throw new AppError("chatExportUnreadable");
      for (const name of names) await open.stream(name, UNPACKED_BYTES_MAX, take);
    });
  } catch (error) {
    if (error instanceof NoJsonArray) throw new AppError("chatExportUnreadable");
    if (!(error instanceof ReadFailure)) throw error;
    throw new AppError(error.key === "importTooLarge" ? "chatExportTooLarge" : "chatExportUnreadable");
  }
}

const numbered = () =>
  Array.from({ length: CHATS_FILES_MAX }, (_, no) => `conversations-${String(no).padStart(3, "0")}.json`);
