import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import type { FileLimits } from "../attachments";
import { chatModels, modelAccessHref } from "./models";
import { chatVoice } from "./voice";

/** What every screen of conversations offers a person: models, voice, how often an answer is made anew. */
export async function conversationOptions(actor: Actor) {
  const [models, { reanswerMax }, voice] = await Promise.all([
    chatModels(actor),
    loadConfig("chatConfig"),
    chatVoice(actor),
  ]);
  return { models, reanswerMax, voice, modelAccessHref: modelAccessHref(actor) };
}

/** What a question may bring along, for the composer. */
export async function fileLimits(): Promise<FileLimits> {
  const upload = await loadConfig("uploadConfig");
  return { files: upload.chatFiles, bytes: Math.min(upload.chatFileMb, upload.fileMb) * 1024 ** 2 };
}
