import "server-only";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { z } from "zod";
import { UNFINISHED_UPLOAD_MS } from "@/lib/config/constants";
import { env } from "@/lib/config/env";
import { RESUMABLE_PURPOSES } from "./resumable-schema";

/*
 * Uploads that were begun and not finished lie on the disk of the process that takes them in, whatever store keeps the
 * files in the end: two files each, the bytes so far and what is known of them. Nothing of them is in memory or in the
 * database, so they outlive a killed process.
 *
 * Several web processes: those of one machine share the folder; their lock is one of the process each, and what two of
 * them could write into one upload is its owner's own bytes, whose hash is taken when the file is made of them. Across
 * machines an upload goes on only where it began: the load balancer keeps a person at one process (sticky sessions), or
 * DATA_DIR is a shared folder. Reached elsewhere it is not found, and the browser begins anew.
 */

const state = z.object({
  id: z.uuid(),
  ownerId: z.uuid(),
  purpose: z.enum(RESUMABLE_PURPOSES),
  /** Bytes of the whole file. */
  size: z.number(),
  createdAt: z.iso.datetime(),
});
export type UnfinishedUpload = z.infer<typeof state> & {
  /** Bytes on disk. */
  offset: number;
};

const STATE = ".json";
const BYTES = ".part";
const NAME = /^([0-9a-f]{32})-([0-9a-f]{32})\.json$/;

const folder = () => path.join(path.resolve(env().DATA_DIR), "files", ".unfinished");
const plain = (id: string) => id.replaceAll("-", "");
/** Made of ids alone; the owner's in front, so that another person's upload is not there at all. */
const place = (ownerId: string, id: string) => path.join(folder(), `${plain(ownerId)}-${plain(id)}`);

/** Begins an upload without a byte. */
export async function createUnfinished(upload: z.infer<typeof state>): Promise<void> {
  const at = place(upload.ownerId, upload.id);
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(at + BYTES, "", { flag: "wx", mode: 0o600 });
  // Renamed when it is whole: a state is never read half written.
  await writeFile(`${at}.new`, JSON.stringify(upload), { flag: "wx", mode: 0o600, flush: true });
  await rename(`${at}.new`, at + STATE);
}

/** An own upload that is not finished and has not expired, or null. */
export async function findUnfinished(ownerId: string, id: string): Promise<UnfinishedUpload | null> {
  const at = place(ownerId, id);
  try {
    const known = state.parse(JSON.parse(await readFile(at + STATE, "utf8")));
    if (hasExpired(known.createdAt, Date.now())) return null;
    return { ...known, offset: (await stat(at + BYTES)).size };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Own uploads that are not finished, the one that has rested longest first. */
export async function listUnfinished(ownerId: string): Promise<UnfinishedUpload[]> {
  const own = (await namesIn()).filter((name) => name.startsWith(`${plain(ownerId)}-`) && name.endsWith(STATE));
  const found = await Promise.all(
    own.map(async (name) => {
      const id = uuidOf(NAME.exec(name)?.[2] ?? "");
      const upload = await findUnfinished(ownerId, id);
      const touched = await stat(place(ownerId, id) + BYTES).catch(() => null);
      return upload && touched ? [{ upload, at: touched.mtimeMs }] : [];
    }),
  );
  return found
    .flat()
    .sort((a, b) => a.at - b.at)
    .map(({ upload }) => upload);
}

/** Writes what arrives behind `offset`; answers the new one. What was written when the source fails stays. */
export async function appendUnfinished(ownerId: string, id: string, offset: number, source: Readable): Promise<number> {
  const file = await open(place(ownerId, id) + BYTES, "r+");
  let at = offset;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
    }
    await file.datasync();
    return at;
  } finally {
    await file.close();
  }
}

/** The bytes of an upload. */
export function readUnfinished(ownerId: string, id: string): Readable {
  const bytes = createReadStream(place(ownerId, id) + BYTES);
  // They may be gone before somebody reads: the reader is told then, an error nobody hears yet would end the process.
  return bytes.on("error", () => undefined);
}

/** Removes an upload; one that is not there is no error. */
export async function removeUnfinished(ownerId: string, id: string): Promise<void> {
  const at = place(ownerId, id);
  // The state first: without it nobody finds the bytes.
  for (const ending of [STATE, ".new", BYTES]) await rm(at + ending, { force: true });
}

/** Removes the uploads of everybody that were begun too long ago, and what a crash left of their making or removing. */
export async function sweepUnfinished(now = Date.now()): Promise<void> {
  const names = await namesIn();
  for (const name of names) {
    const at = path.join(folder(), name);
    if (name.endsWith(BYTES) && names.includes(name.replace(BYTES, STATE))) continue;
    // The state is written once, when the upload begins.
    const written = await stat(at).catch(() => null);
    if (!written || !hasExpired(written.mtime, now)) continue;
    await rm(at, { force: true });
    if (name.endsWith(STATE)) await rm(at.replace(STATE, BYTES), { force: true });
  }
}

const hasExpired = (begun: string | Date, now: number) => now - new Date(begun).getTime() > UNFINISHED_UPLOAD_MS;

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

async function namesIn(): Promise<string[]> {
  try {
    return await readdir(folder());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
