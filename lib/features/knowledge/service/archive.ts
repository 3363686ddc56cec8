import "server-only";
import { db } from "@/db/client";
import { listFileBytes } from "@/db/queries/knowledge/file-bytes";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { serveArchive } from "@/lib/files/serve";
import { fileStore } from "@/lib/files/storage";
import { type ZipEntry, zipped } from "@/lib/files/zip";
import { numberedName } from "@/lib/parsing/formats";
import { P } from "@/lib/permissions/codes";
import { ARCHIVE_BYTES_MAX, ARCHIVE_FILES_MAX } from "../limits";
import type { FileChoice } from "../schema";
import { requireBase } from "./bases";
import { fileFilterOf } from "./files";

/**
 * Several files of a base in one archive, in their folders, as they were put in: those a person may see of the ones named, or
 * of all a filter finds. It is packed while it is sent. Throws notFound, knowledgeArchiveLimit.
 */
export async function archiveFiles(actor: Actor, baseId: string, { ids, filter }: FileChoice): Promise<Response> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const base = await requireBase(actor, baseId, "view");
  const wanted = ids ? { ids } : fileFilterOf(filter ?? {});
  const rows = await listFileBytes(db(), subjectsOf(actor), baseId, wanted, ARCHIVE_FILES_MAX + 1);
  if (rows.length === 0) throw new AppError("notFound");
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  if (rows.length > ARCHIVE_FILES_MAX || bytes > ARCHIVE_BYTES_MAX) {
    const args = { max: ARCHIVE_FILES_MAX, gb: ARCHIVE_BYTES_MAX / 1024 ** 3 };
    throw new AppError("knowledgeArchiveLimit", { args });
  }
  return serveArchive(zipped(entriesOf(rows)), `${base.name}.zip`);
}

async function* entriesOf(rows: Awaited<ReturnType<typeof listFileBytes>>): AsyncGenerator<ZipEntry> {
  const store = await fileStore();
  const used = new Set<string>();
  for (const { name, folder, storageKey } of rows) {
    const at = (called: string) => (folder ? `${folder}/${called}` : called);
    let path = at(name);
    // Programs that unpack it may not tell capitals apart.
    for (let number = 2; used.has(path.toLowerCase()); number++) path = at(numberedName(name, number));
    used.add(path.toLowerCase());
    yield { name: path, content: await store.read(storageKey), isPacked: true };
  }
}
