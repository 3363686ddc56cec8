import { z } from "zod";
import { RECORDING_SECONDS_MAX } from "./limits";

export const recordingForm = z.object({
  file: z.file(),
  /** Length as the recorder measured it. */
  seconds: z.coerce
    .number()
    .min(0)
    .max(RECORDING_SECONDS_MAX + 5),
});

/** Which part of an answer is spoken; long ones have several. */
export const speechQuery = z.object({
  messageId: z.uuid(),
  part: z.coerce.number().int().min(0).max(1000).default(0),
});
