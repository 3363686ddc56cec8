import "server-only";
import type { DocumentFormat } from "@/db/schema/parsing";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { displayName } from "@/lib/files/names";
import type { StoredUpload } from "@/lib/files/upload";
import { detectEncoding, nameOf } from "@/lib/text/encoding/detect";
import { extensionOf, formatOf, isOldOffice, TEXT_FORMATS } from "./formats";
import { runInChild } from "./pool";
import { readsPictures } from "./recognition";
import { withLocalFile } from "./source";
import type { FoundEncoding } from "./types";

/** A look that takes longer tells nothing: reading the file will. */
const LOOK_MS = 15_000;

/** What an upload is read as, by its name and content. Throws documentOldFormat, documentType. */
export function formatOfUpload({ name, type }: { name: string; type: string }): DocumentFormat {
  const format = formatOf(name, type);
  if (!format) throw new AppError(isOldOffice(name) ? "documentOldFormat" : "documentType");
  return format;
}

/** The encoding an upload of text declares, where its bytes do not speak against it; else they alone tell. */
export function declaredEncoding(
  { fields, head }: Pick<StoredUpload, "fields" | "head">,
  format: DocumentFormat,
): string | undefined {
  const declared = nameOf(fields.get("charset"));
  if (!declared || !TEXT_FORMATS.includes(format)) return undefined;
  return isReadableAs(declared, head) && detectEncoding(head, { declared })?.encoding === declared
    ? declared
    : undefined;
}

/** The beginning of a file may end inside a character. */
/** Whether a text is read otherwise in this encoding than it was. Throws documentNotText. */
export function isReadOtherwise(
  { format, encoding }: { format: DocumentFormat; encoding?: FoundEncoding },
  chosen: string,
): boolean {
  if (!TEXT_FORMATS.includes(format)) throw new AppError("documentNotText");
  return encoding?.name !== chosen;
}

function isReadableAs(encoding: string, head: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a stored file can be read, before its upload is answered. Throws documentEncrypted, documentBroken,
 * documentEmpty, documentHostile, documentOldFormat, documentTooBig; documentScanned and visionModelMissing for pictures of
 * text that nobody is set up to read (spec D7).
 */
export async function inspectUpload(
  actor: Actor,
  { storageKey, format }: { storageKey: string; format: DocumentFormat },
): Promise<void> {
  if (format === "image" && !(await readsPictures(actor))) throw new AppError("visionModelMissing");
  const answer = await withLocalFile(storageKey, undefined, (path) =>
    runInChild({ type: "inspect", path, format }, { limit: LOOK_MS, owner: actor.id, isQuick: true }),
  ).catch((error) => {
    if (error instanceof AppError && error.key === "documentTimeout") return { isScanned: false };
    throw error;
  });
  if (answer.isScanned && !(await readsPictures(actor))) throw new AppError("documentScanned");
}

/** A name that keeps the extension of the old one: the kind of a file follows from its content, not from a wish. */
export function nameLike(old: string, wanted: string): string {
  const name = displayName(wanted);
  const extension = extensionOf(old);
  return extensionOf(name) === extension ? name : displayName(`${name}.${extension}`);
}
