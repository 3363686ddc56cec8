import type { Left } from "../files";
import { type Data, isData } from "./raw";

/** What an app of theirs may be set to and ours are not, each by their name of it. */
const NOWHERE = ["external_data_tools", "annotation_reply", "more_like_this", "suggested_questions_after_answer"];

/** Whether their apps are spoken with; ours are where they answer in a conversation. */
export const VOICE = ["speech_to_text", "text_to_speech"];

/** Settings that are on and have no place here, by their names; `more`: others of this app. */
export const settingsLeft = (config: Data, more: readonly string[] = []): Left[] =>
  [...NOWHERE, ...more].filter((name) => isOn(config[name])).map((name) => ({ what: "setting", name }));

export function isOn(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => one !== "");
  if (isData(value)) return value.enabled === true;
  return typeof value === "string" && value.trim() !== "";
}
