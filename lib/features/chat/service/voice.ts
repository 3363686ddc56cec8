import "server-only";
import { v7 } from "uuid";
import { plainTextOf } from "@/lib/answers/plain-text";
import { speechParts } from "@/lib/answers/speech-parts";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { CONVERSATION_AREAS, CONVERSATION_CODES } from "@/lib/conversation/areas";
import { ownMessage } from "@/lib/conversation/messages";
import { readForm } from "@/lib/endpoint/multipart";
import { AppError } from "@/lib/errors/errors";
import { speak, transcribe } from "@/lib/models/calls";
import { listUsableModels, resolveFor } from "@/lib/models/registry";
import { serveSound } from "@/lib/models/sound";
import { textOfParts } from "@/lib/stream/history";
import { readMessages } from "@/lib/stream/messages";
import { PERSONAL } from "../conversation";
import type { VoiceDto } from "../dto";
import { RECORDING_BYTES_MAX, RECORDING_TYPES } from "../limits";
import { recordingForm } from "../voice-schema";

/** Whether there are models that speak and that write down what is said. */
export async function chatVoice(actor: Actor): Promise<VoiceDto> {
  requirePermission(actor, ...CONVERSATION_CODES);
  const models = await listUsableModels(actor);
  const has = (type: string) => models.some((model) => model.type === type);
  return { speech: has("speech"), transcription: has("transcription") };
}

/** How many parts an own answer is spoken in. Throws notFound and nothingToSpeak. */
export async function countSpeechParts(actor: Actor, messageId: string): Promise<{ parts: number }> {
  return { parts: (await spokenAnswer(actor, messageId)).parts.length };
}

/** A part of an own answer as sound, passed on as it arrives. Throws notFound, nothingToSpeak and noModel. */
export async function speakAnswer(
  actor: Actor,
  { messageId, part }: { messageId: string; part: number },
  signal: AbortSignal,
): Promise<Response> {
  const { app, parts } = await spokenAnswer(actor, messageId);
  const text = parts[part];
  if (text === undefined) throw new AppError("notFound");
  const model = await resolveFor(actor, "speech");
  return serveSound(await speak({ actor, app, requestId: v7(), model, signal }, { text }));
}

async function spokenAnswer(actor: Actor, messageId: string): Promise<{ app: string; parts: string[] }> {
  const { role, sessionId, area } = await ownMessage(actor, messageId);
  if (role !== "assistant") throw new AppError("notFound");
  const [stored] = await readMessages(sessionId, [messageId]);
  const parts = speechParts(plainTextOf(textOfParts(stored?.parts ?? [])));
  if (parts.length === 0) throw new AppError("nothingToSpeak");
  return { app: area.app, parts };
}

/** What was said in a recording. Nothing of it is kept. Throws recordingType, recordingTooLong, fileEmpty and noModel. */
export async function writeDown(actor: Actor, request: Request): Promise<{ text: string }> {
  requirePermission(actor, ...CONVERSATION_CODES);
  const { fields, files } = await readRecording(request);
  const file = files.find(({ field }) => field === "file");
  if (!file) throw new AppError("pleaseUploadFile");
  if (file.bytes.length === 0) throw new AppError("fileEmpty");
  if (!recordingForm.shape.seconds.safeParse(fields.seconds ?? 0).success) throw new AppError("recordingTooLong");
  const mediaType = file.mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const extension = RECORDING_TYPES[mediaType];
  if (!extension || !looksLikeSound(file.bytes)) throw new AppError("recordingType");
  const model = await resolveFor(actor, "transcription");
  // Booked to chat where the person has it; a recording says nothing of where it was made.
  const areas = [PERSONAL, ...CONVERSATION_AREAS];
  const app = areas.find(({ permission }) => hasPermission(actor, permission))?.app ?? PERSONAL.app;
  const { text } = await transcribe(
    { actor, app, requestId: v7(), model, signal: request.signal },
    { audio: { bytes: file.bytes, name: `recording.${extension}`, mediaType }, timestamps: true },
  );
  return { text: text.trim() };
}

async function readRecording(request: Request) {
  try {
    return await readForm(request, { maxBytes: RECORDING_BYTES_MAX, maxFiles: 1 });
  } catch (error) {
    if (error instanceof AppError && error.key === "bodyTooLarge") throw new AppError("recordingTooLong");
    throw error;
  }
}

/** By its first bytes: WebM, Ogg, MP4, WAV, MP3. What a browser says of a file proves nothing. */
function looksLikeSound(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString("latin1");
  if (head.startsWith("\x1aE\xdf\xa3") || head.startsWith("OggS") || head.startsWith("ID3")) return true;
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WAVE") return true;
  return head.slice(4, 8) === "ftyp" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);
}
