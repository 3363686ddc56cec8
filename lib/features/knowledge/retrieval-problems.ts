import type { OwnRetrieval, RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { retrievalFields } from "@/lib/config/knowledge-retrieval";

export type RetrievalField = keyof RetrievalSettings;

/** What is wrong with what a base sets of its own, by field, as keys of `validation`: for the server, and for a form. */
export function retrievalProblems(
  own: OwnRetrieval,
  center: RetrievalSettings,
): Partial<Record<RetrievalField, "invalid" | "number" | "range" | "rewriteModel">> {
  const problems: ReturnType<typeof retrievalProblems> = {};
  for (const [name, value] of Object.entries(own) as [RetrievalField, unknown][]) {
    const parsed = retrievalFields[name].safeParse(value);
    const message = parsed.error?.issues[0]?.message;
    if (!parsed.success) problems[name] = message === "number" || message === "range" ? message : "invalid";
  }
  // spec 9: query rewrite requires a model. That of the center may be the one that answers.
  const { rewriteModelId } = { ...center, ...own };
  if (own.rewriteEnabled && !rewriteModelId) problems.rewriteModelId = "rewriteModel";
  return problems;
}
