import "server-only";
import { Readable } from "node:stream";
import { z } from "zod";
import { db } from "@/db/client";
import { discardFiles, findReadableFile, type ReadableFile } from "@/db/queries/files/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError, isErrorKey } from "@/lib/errors/errors";
import { serveArchive } from "@/lib/files/serve";
import { fileStore } from "@/lib/files/storage";
import { keepMade } from "@/lib/files/upload";
import { type ZipEntry, zipped } from "@/lib/files/zip";
import { notify } from "@/lib/mail/notify";
import { OWN_DATA } from "@/lib/owned/list";
import type { OwnDataContext } from "@/lib/owned/owned";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { lastTask, startTask } from "@/lib/tasks/tasks";
import type { OwnDataDto } from "../dto";

/** Of the files archives are kept as, until they are taken. */
const PURPOSE = "own-data";
const HREF = "/user/info";
/** An archive older than this is made anew for who asks again, milliseconds. */
const FRESH_MS = 24 * 3_600_000;

const stateSchema = z.object({ fileId: z.uuid().optional() });
type OwnDataTask = HeldTask<object, z.infer<typeof stateSchema>>;

/** spec M6: everything that is the person's own, as files of JSON in one archive. */
export const ownData = defineTask({
  kind: "ownData",
  input: z.object({}),
  state: stateSchema,
  anyOf: [P.USER],
  atOnce: 1,
  isToldByRows: true,
  steps: { write: writeArchive },
});

/** Has the archive made, unless a fresh one waits to be taken. */
export async function beginOwnData(actor: Actor): Promise<OwnDataDto> {
  requirePermission(actor, P.USER);
  const { task, file } = await lastArchive(actor);
  const isFresh = file && Date.now() - (task?.finishedAt?.getTime() ?? 0) < FRESH_MS;
  if (!isFresh) {
    await db().transaction(async (tx) => {
      if (file) await discardFiles(tx, PURPOSE, { id: file.fileId });
      await startTask(tx, ownData, { owner: actor, subject: actor.id, input: {}, href: HREF });
    });
  }
  return readOwnData(actor);
}

/** How far the archive is. */
export async function readOwnData(actor: Actor): Promise<OwnDataDto> {
  requirePermission(actor, P.USER);
  const { task, file } = await lastArchive(actor);
  const progress = task && task.total > 0 ? Math.floor((100 * task.done) / task.total) : 0;
  return { status: task?.status ?? null, progress, isReady: file !== null };
}

/** Hands the archive out; once it was taken whole, it is removed. Throws notFound, and what making it failed with. */
export async function downloadOwnData(actor: Actor): Promise<Response> {
  requirePermission(actor, P.USER);
  const { task, file } = await lastArchive(actor);
  const failure = task?.status === "failed" ? task.failure : null;
  if (!file) throw new AppError(failure && isErrorKey(failure) ? failure : "notFound");
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "personal.data.download",
      target: { type: "user", id: actor.id, name: actor.name },
    }),
  );
  return serveArchive(Readable.from(handedOut(file)), file.name, file.size);
}

async function* handedOut({ fileId, storageKey }: ReadableFile): AsyncGenerator<Uint8Array> {
  yield* await (await fileStore()).read(storageKey);
  inBackground(discardFiles(db(), PURPOSE, { id: fileId }), "archive of own data not removed");
}

async function lastArchive({ id }: Actor) {
  const task = await lastTask(db(), ownData, id);
  const fileId = task?.status === "done" ? task.state.fileId : undefined;
  return { task, file: fileId ? await findReadableFile(db(), id, fileId) : null };
}

/** Archives that nobody took. */
export async function discardOwnData(before: Date): Promise<void> {
  await discardFiles(db(), PURPOSE, { before });
}

async function writeArchive(task: OwnDataTask): Promise<void> {
  const actor = await task.actor();
  const { timeZone } = await loadConfig("customConfig");
  const today = dayIn(timeZone);
  const context = { actor, today, signal: task.signal, tell: task.tell.bind(task) };
  await keepMade({
    ownerId: actor.id,
    name: `${actor.account}-${today}.zip`,
    purpose: PURPOSE,
    source: zipped(entriesOf(context)),
    commit: (fileId, write) =>
      task.finish(
        async (tx) => {
          await write(tx);
          await notify(tx, [{ userId: actor.id, kind: "dataReady", args: {}, href: HREF }]);
        },
        { state: { fileId } },
      ),
  });
}

/** What every area has of the person, in files of JSON. */
async function* entriesOf(context: OwnDataContext): AsyncGenerator<ZipEntry> {
  for (const { name, content } of OWN_DATA) {
    if (typeof content === "function") yield asJson(name, await content(context));
    else for await (const file of content.files(context)) yield asJson(`${name}/${file.name}`, file.value);
  }
}

const asJson = (name: string, value: unknown): ZipEntry => ({
  name: `${name}.json`,
  content: JSON.stringify(value, null, 2),
});
