import "server-only";
import { buffer } from "node:stream/consumers";
import type { Actor } from "@/lib/auth/actor";
import { FILE_POLICY } from "@/lib/config/security-headers";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { readableFile } from "@/lib/files/download";
import { contentDisposition } from "@/lib/files/names";
import { serveFile } from "@/lib/files/serve";
import { fileStore } from "@/lib/files/storage";
import { convertPicture } from "@/lib/parsing/convert";
import { PICTURE_FORMATS, type PictureFormat } from "../limits";
import { withProvenance } from "../provenance";

/** A picture whose reader was found to have a right to it, with what its origin says. */
interface SentPicture {
  ownerId: string;
  fileId: string;
  modelName: string;
  mode: "generate" | "edit";
  referenceIds: readonly string[];
  createdAt: Date;
}

interface Sending {
  /** Another format than the stored one. */
  format: PictureFormat | undefined;
  /** It goes to a disk or to a colleague: the organisation's label is drawn in, the stored bytes have none (spec E6). */
  leaves: boolean;
  request: Request;
}

/** The bytes of a picture as they are wanted. Throws notFound, pictureUnreadable. */
export async function sendPicture(
  actor: Actor,
  { ownerId, fileId, ...made }: SentPicture,
  { format, leaves, request }: Sending,
): Promise<Response> {
  const file = await readableFile(ownerId, fileId);
  const { label } = await loadConfig("pictureConfig");
  const drawn = leaves && label !== "off" ? label : undefined;
  const stored = PICTURE_FORMATS.find((one) => file.type === `image/${one}`);
  if (!drawn && (!format || format === stored)) return serveFile(file, request);
  const wanted = format ?? stored ?? "png";
  const original = await buffer(await (await fileStore()).read(file.storageKey));
  const { forms } = await convertPicture(original, [{ format: wanted, label: drawn }], {
    owner: actor.id,
    signal: request.signal,
  }).catch((cause: unknown) => {
    throw cause instanceof AppError ? new AppError("pictureUnreadable", { cause }) : cause;
  });
  const bytes = withProvenance(forms[0]!, {
    model: made.modelName,
    time: made.createdAt.toISOString(),
    isEdit: made.mode === "edit" || made.referenceIds.length > 0,
  });
  const name = `${file.name.replace(/\.[^.]+$/, "")}.${wanted === "jpeg" ? "jpg" : wanted}`;
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": `image/${wanted}`,
      "content-length": String(bytes.length),
      "content-disposition": contentDisposition("inline", name),
      "content-security-policy": FILE_POLICY,
      "cache-control": "private, no-store",
    },
  });
}
