import { z } from "zod";

/** A recording: bytes and seconds at most (what suppliers take in one call). */
export const RECORDING_BYTES_MAX = 25 * 1024 ** 2;
export const RECORDING_SECONDS_MAX = 300;
/** What browsers record in, by the type without its codecs. */
export const RECORDING_TYPES: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
};

export const recordingForm = z.object({
  file: z.file(),
  /** Length as the recorder measured it. */
  seconds: z.coerce.number().min(0).max(RECORDING_SECONDS_MAX + 5),
});

/** Which part of an answer is spoken; long ones have several. */
export const speechQuery = z.object({
  messageId: z.uuid(),
  part: z.coerce.number().int().min(0).max(1000).default(0),
});
