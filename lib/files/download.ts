import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import {
  type FileReader,
  findByTicket,
  findReadableFile,
  insertTicket,
  type ReadableFile,
} from "@/db/queries/files/files";
import type { Actor } from "@/lib/auth/actor";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { TICKET_MS } from "@/lib/config/constants";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { FileTicket } from "./dto";
import { isStorageKey } from "./storage";

/** A file the reader may read. Throws notFound for missing, foreign, unfinished and malformed ids alike. */
export async function readableFile(reader: FileReader, id: string): Promise<ReadableFile> {
  if (!z.uuid().safeParse(id).success) throw new AppError("notFound");
  return orNotFound(await findReadableFile(db(), reader, id));
}

/** A link for places where no cookie goes: one file version, one person, five minutes (ARCHITECTURE 4). Throws notFound. */
export async function createTicket(actor: Actor, id: string): Promise<FileTicket> {
  const { versionId } = await readableFile(actor.id, id);
  const token = randomToken();
  const expiresAt = new Date(Date.now() + TICKET_MS);
  await insertTicket(db(), { tokenHash: hashToken(token), versionId, userId: actor.id, expiresAt });
  const url = `/public/file/download-by-Id?${new URLSearchParams({ fileId: id, token })}`;
  return { token, url, expiresAt: expiresAt.toISOString() };
}

/** The file behind a download link: with a ticket the version it names, without one a public file. Throws notFound. */
export async function linkedFile(id: string, token: string | undefined): Promise<ReadableFile> {
  if (!token) return readableFile(null, id);
  if (!z.uuid().safeParse(id).success) throw new AppError("notFound");
  return opened(await findByTicket(db(), hashToken(token), { fileId: id }));
}

/** The version under a storage key; always needs its ticket. Throws notFound. */
export async function storedFile(storageKey: string, token: string | undefined): Promise<ReadableFile> {
  if (!token || !isStorageKey(storageKey)) throw new AppError("notFound");
  return opened(await findByTicket(db(), hashToken(token), { storageKey }));
}

function opened(file: ReadableFile | null): ReadableFile {
  if (!file) throw new AppError("notFound");
  return file;
}
