import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { readableFile } from "@/lib/files/download";
import { fileStore } from "@/lib/files/storage";
import { AppError } from "@/lib/http/errors";
import type { ContentPart } from "@/lib/models/types";
import type { MessagePart } from "@/lib/stream/parts";

/** What models that see take. */
const PICTURE_TYPES = ["image/png", "image/jpeg"];
/** spec 5, 9: chat files are 20M each; as data URLs in one request they are bounded together too, bytes. */
const PICTURES_MAX = 20 * 1024 ** 2;

export interface Pictures {
  /** For the stored question. */
  parts: MessagePart[];
  /** For the model: a supplier never fetches from us. */
  content: ContentPart[];
}

/**
 * The pictures of a question: the asker's own files, of a type models see. Throws notFound for files of others,
 * unsupportedMediaType, tooManyFiles and fileTooLarge.
 */
export async function loadPictures(actor: Actor, fileIds: readonly string[]): Promise<Pictures> {
  const { chatFiles } = await loadConfig("uploadConfig");
  if (fileIds.length > chatFiles) throw new AppError("tooManyFiles", { args: { limit: chatFiles } });
  const files = await Promise.all(fileIds.map((id) => readableFile(actor.id, id)));
  if (files.some((file) => !PICTURE_TYPES.includes(file.type))) throw new AppError("unsupportedMediaType");
  if (files.reduce((sum, file) => sum + file.size, 0) > PICTURES_MAX) {
    throw new AppError("fileTooLarge", { args: { limit: "20 MB" } });
  }
  const store = await fileStore();
  const content: ContentPart[] = [];
  for (const file of files) {
    const parts: Uint8Array[] = [];
    for await (const part of await store.read(file.storageKey)) parts.push(part as Uint8Array);
    const base64 = Buffer.concat(parts).toString("base64");
    content.push({ type: "image", dataUrl: `data:${file.type};base64,${base64}` });
  }
  const parts = files.map(
    (file, index): MessagePart => ({
      type: "file",
      fileId: fileIds[index] ?? "",
      name: file.name,
      mediaType: file.type,
    }),
  );
  return { parts, content };
}
