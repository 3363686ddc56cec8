import { z } from "zod";

export const uploadedFileDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Media type by content. */
  type: z.string(),
});
export type UploadedFile = z.infer<typeof uploadedFileDto>;

/** A link for places where no cookie goes. */
export const fileTicketDto = z.strictObject({ token: z.string(), url: z.string(), expiresAt: z.iso.datetime() });
export type FileTicket = z.infer<typeof fileTicketDto>;

/** How far a resumable upload is, bytes. */
export const uploadStateDto = z.strictObject({ offset: z.int(), size: z.int() });
export type UploadState = z.infer<typeof uploadStateDto>;
