import { z } from "zod";
import { identifier, prose } from "@/lib/text/line";

/** What resumable uploads are for; the purpose of a file says who may upload it and how large it may be. */
export const RESUMABLE_PURPOSES = [
  "general",
  "chat",
  "document",
  "knowledge",
  "knowledge-base",
  "knowledge-qa",
  "chat-import",
] as const;
export type ResumablePurpose = (typeof RESUMABLE_PURPOSES)[number];

/** What `Upload-Metadata` carries when an upload begins. The name comes with the call that finishes it. */
export const uploadMetadata = z.strictObject({ purpose: z.enum(RESUMABLE_PURPOSES) });

/** The call that makes a file of an upload whose bytes have all arrived; further fields are those of the multipart form. */
export const finishedUpload = z
  .object({ uploadId: z.uuid() })
  .catchall(prose(8192))
  .refine((body) => Object.keys(body).length <= 9, "invalid");

/** `Upload-Length`: bytes of the whole file. */
export const uploadLength = identifier(15).regex(/^\d+$/).transform(Number);
