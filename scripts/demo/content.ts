/** What the organisation of `npm run demo` is made of: the two JSON files and the texts beside this one. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { BaseIcon } from "@/lib/features/knowledge/limits";
import type { NewPrompt } from "@/lib/features/prompts/schema";
import type { AnswerFeedback } from "@/lib/stream/feedback-schema";

export interface DemoPerson {
  account: string;
  name: string;
  department: string;
  /** Keys of shipped roles, and of those below. */
  roles: string[];
  /** Calls on a working day, about. */
  use: number;
}

export interface DemoBase {
  key: string;
  name: string;
  description: string;
  icon: BaseIcon;
  owner: string;
  visibility: "all" | "partial";
  departments?: string[];
  files: string[];
  /** Questions its owner answers by hand. */
  pairs?: { question: string; answer: string; synonyms: string[] }[];
  /** Questions that are offered to whoever may ask it. */
  recommended?: string[];
}

/** Made-up pages of the web that the organisation trusts. */
export interface DemoSource {
  name: string;
  description: string;
  group: string;
  domain: string;
  pages: { path: string; file: string }[];
}

/** Questions of one person, put to bases, to documents of theirs, to an attached file, or to the web. */
export interface DemoTalk {
  asker: string;
  bases?: string[];
  documents?: string[];
  attach?: string;
  searches?: boolean;
  daysAgo: number;
  questions: string[];
  /** Of the last answer. */
  feedback?: AnswerFeedback;
}

export interface DemoContent {
  departments: { key: string; name: string; parent?: string }[];
  roles: { key: string; name: string; nameEn: string; description: string; permissions: string[] }[];
  people: DemoPerson[];
  prompts: Pick<NewPrompt, "name" | "description" | "content" | "variables">[];
  bases: DemoBase[];
  documents: { owner: string; file: string }[];
  sources: DemoSource[];
  talks: DemoTalk[];
}

/** Who gets a password that is told: the administrator of the organisation and two of its staff. */
export const SHOWN = ["chen.siyuan", "lin.xiaoyu", "emma.clarke"];

const read = async (folder: string, name: string) => JSON.parse(await readFile(path.join(folder, name), "utf8"));

export async function readContent(folder: string): Promise<DemoContent> {
  return { ...(await read(folder, "organisation.json")), ...(await read(folder, "library.json")) };
}

/** A text of the organisation as somebody would upload it. */
export async function uploadOf(folder: string, field: "file" | "files", names: readonly string[]): Promise<Request> {
  const form = new FormData();
  for (const name of names) form.append(field, new Blob([await readFile(path.join(folder, "files", name))]), name);
  return new Request("http://demo.invalid", { method: "POST", body: form });
}
