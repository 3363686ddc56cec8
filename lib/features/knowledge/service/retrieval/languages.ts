import "server-only";
import type { Queryable } from "@/db/client";
import { listBaseLanguages } from "@/db/queries/knowledge/chats";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { otherLanguages } from "../chat/rewrite";

interface Asking {
  id: string;
  settings: Pick<RetrievalSettings, "rewriteLanguage">;
  question: string;
}

/** Languages a question is put to a base in besides its own: the one that is set, else those of the base's files (spec G8). */
export async function languagesOf(db: Queryable, { id, settings, question }: Asking): Promise<string[]> {
  const { rewriteLanguage } = settings;
  return otherLanguages(question, rewriteLanguage ? [rewriteLanguage] : await listBaseLanguages(db, [id]));
}
