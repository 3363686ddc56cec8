import "server-only";
import type { ChatFileRow } from "@/db/queries/chat/files";
import { AppError } from "@/lib/errors/errors";
import { fileStore } from "@/lib/files/storage";
import type { ContentPart } from "@/lib/models/types";
import { PICTURES_BYTES_MAX } from "../limits";

/** What models that see take. */
const PICTURE_TYPES = ["image/png", "image/jpeg"];

export const isPicture = (type: string) => PICTURE_TYPES.includes(type);

/** Throws picturesTooLarge: as data URLs in one request pictures are bounded together. */
export function assertPicturesFit(pictures: readonly ChatFileRow[]): void {
  if (pictures.reduce((sum, { size }) => sum + size, 0) > PICTURES_BYTES_MAX) {
    throw new AppError("picturesTooLarge", { args: { limit: "20 MB" } });
  }
}

/** As many of the pictures, from the first on, as fit beside those that go along in any case. */
export function picturesThatFit(pictures: readonly ChatFileRow[], beside: readonly ChatFileRow[]): ChatFileRow[] {
  let left = PICTURES_BYTES_MAX - beside.reduce((sum, { size }) => sum + size, 0);
  return pictures.filter(({ size }) => {
    if (size > left) return false;
    left -= size;
    return true;
  });
}

/** Pictures for the model: a supplier never fetches from us. The caller found them in the owner's scope. */
export async function loadPictures(pictures: readonly ChatFileRow[]): Promise<ContentPart[]> {
  const store = await fileStore();
  const content: ContentPart[] = [];
  for (const { storageKey, type } of pictures) {
    const parts: Uint8Array[] = [];
    for await (const part of await store.read(storageKey)) parts.push(part as Uint8Array);
    content.push({ type: "image", dataUrl: `data:${type};base64,${Buffer.concat(parts).toString("base64")}` });
  }
  return content;
}
