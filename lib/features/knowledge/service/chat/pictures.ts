import "server-only";
import { AppError } from "@/lib/errors/errors";
import type { ChatMessage, ContentPart } from "@/lib/models/types";
import { readImage } from "@/lib/parsing/store";
import type { Passage } from "@/lib/retrieval/context";

/** Pictures that go along with a question, and bytes of each: one costs as much as a page of words. */
const SHOWN_MAX = 4;
const BYTES_MAX = 2 * 1024 ** 2;
/** What every model that sees takes. */
const TYPES = ["image/png", "image/jpeg"];

/** The pictures that passages describe, the first of them, for a model that sees. The caller has checked the right to read them. */
export async function picturesFor(passages: readonly Passage[]): Promise<ContentPart[]> {
  const parts: ContentPart[] = [];
  let shown = 0;
  for (const { n, picture, versionId } of passages) {
    if (!picture || shown === SHOWN_MAX) continue;
    const image = await readImage(versionId, picture).catch((error: unknown) => {
      // Its description is there all the same.
      if (error instanceof AppError && error.key === "documentNotReady") return null;
      throw error;
    });
    if (!image || image.bytes.length > BYTES_MAX || !TYPES.includes(image.entry.mediaType)) continue;
    shown++;
    parts.push({ type: "text", text: `The picture that passage ${n} describes:` });
    const base64 = image.bytes.toString("base64");
    parts.push({ type: "image", dataUrl: `data:${image.entry.mediaType};base64,${base64}` });
  }
  return parts;
}

/** The question with them, behind its words. */
export const withPictures = (prompt: string, pictures: readonly ContentPart[]): ChatMessage => ({
  role: "user",
  content: [{ type: "text", text: prompt }, ...pictures],
});
