import "server-only";
import type { DocumentFormat } from "@/db/schema/parsing";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { runInChild } from "./pool";
import { withLocalFile } from "./source";
import { visionModelOf } from "./vision";

/** A look that takes longer tells nothing: reading the file will. */
const LOOK_MS = 15_000;

/**
 * Whether a stored file can be read, before its upload is answered. Throws documentEncrypted, documentBroken,
 * documentEmpty, documentHostile, documentTooBig, documentType; documentScanned and visionModelMissing for pictures of
 * text that nobody is set up to read (spec D7).
 */
export async function inspectUpload(
  actor: Actor,
  { storageKey, format }: { storageKey: string; format: DocumentFormat },
): Promise<void> {
  if (format === "image" && !(await visionModelOf(actor))) throw new AppError("visionModelMissing");
  const answer = await withLocalFile(storageKey, undefined, (path) =>
    runInChild({ type: "inspect", path, format }, { limit: LOOK_MS, owner: actor.id, isQuick: true }),
  ).catch((error) => {
    if (error instanceof AppError && error.key === "documentTimeout") return { isScanned: false };
    throw error;
  });
  if (answer.isScanned && !(await visionModelOf(actor))) throw new AppError("documentScanned");
}
