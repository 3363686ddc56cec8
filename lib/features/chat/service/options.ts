import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
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
