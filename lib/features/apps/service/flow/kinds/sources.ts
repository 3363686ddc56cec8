import "server-only";
import { findPassages } from "@/lib/conversation/named-sources";
import { readFileTexts } from "@/lib/conversation/talk/files";
import { fillText, resolve } from "../../../workflow/values";
import { FlowFailure, type StepContext, type StepResult } from "../context";

/** What bases hold of a question, by the rights of whoever asks; of those they may not use nothing is said. Throws basesGone. */
export async function runKnowledge({ node, scope, run, signal, given }: StepContext<"knowledge">): Promise<StepResult> {
  const { baseIds, topK, retrieval } = node.data;
  const query = fillText(node.data.query, scope).trim();
  given({ query });
  if (query === "") throw new FlowFailure("flowEmptyQuery");
  const { passages, withdrawn } = await findPassages(await run.actor(), baseIds, {
    ...{ query, topK, retrieval, signal },
    app: run.appId,
  });
  signal.throwIfAborted();
  const text = passages.map((one, index) => `[${index + 1}] ${one.fileName}\n${one.text}`).join("\n\n");
  return { output: { text, passages, ...(withdrawn > 0 && { noAccess: withdrawn }) } };
}

/** The text of files of whoever asks. Throws flowNoFiles, and what reading them failed with. */
export async function runDocument({ node, scope, run, signal, given }: StepContext<"document">): Promise<StepResult> {
  const ids = [resolve(node.data.files, scope)].flat().flatMap(fileIdOf);
  given({ files: ids.length });
  if (ids.length === 0) throw new FlowFailure("flowNoFiles");
  const files = await readFileTexts(await run.actor(), {
    app: run.appId,
    fileIds: ids,
    maxCharacters: node.data.maxCharacters,
    signal,
  });
  const text = files.map(({ name, text }) => (files.length > 1 ? `# ${name}\n\n${text}` : text)).join("\n\n");
  return { output: { text, files } };
}

/** A file as a run hands it on, or its id. */
function fileIdOf(value: unknown): string[] {
  const id = value !== null && typeof value === "object" ? (value as { id?: unknown }).id : value;
  return typeof id === "string" && /^[0-9a-f-]{36}$/i.test(id) ? [id] : [];
}
