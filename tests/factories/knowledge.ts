import { POST as filesRoute } from "@/app/api/knowledge/bases/[id]/files/route";
import { POST as createRoute } from "@/app/api/knowledge/bases/route";
import type { Envelope } from "@/lib/endpoint/envelope";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { answer, call } from "./call";
import { BOUNDARY, multipart } from "./files";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

/** A base of a person; its id. */
export async function makeBase(person: Person, input: Record<string, unknown> = {}): Promise<string> {
  const made = await answer<{ id: string }>(createRoute, { token: person.token, body: { name: "Rules", ...input } });
  if (!made.data) throw new Error(made.message);
  return made.data.id;
}

export const granted = (subjectType: "user" | "role" | "department", subjectId: string, right = "view") => ({
  subjectType,
  subjectId,
  right,
});

export interface FileInput {
  name: string;
  bytes: string | Uint8Array;
}

/** Uploads files into a base in one form; answers the envelope. */
export async function addFiles(
  person: Person,
  baseId: string,
  files: readonly FileInput[],
  fields: Record<string, string> = {},
): Promise<Envelope<{ items: KnowledgeFileDto[] }>> {
  const more = Object.entries(fields).map(([name, bytes]) => ({ name, bytes }));
  const parts = files.map(({ name, bytes }) => ({ name: "files", filename: name, bytes }));
  const raw = multipart([...parts, ...more]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  const response = await call(filesRoute, { token: person.token, raw, headers, params: { id: baseId } });
  return (await response.json()) as Envelope<{ items: KnowledgeFileDto[] }>;
}

/** A file of a base that was read and can be found. */
export async function makeKnowledgeFile(person: Person, baseId: string, name: string, text: string | Uint8Array) {
  const { data, message } = await addFiles(person, baseId, [{ name, bytes: text }]);
  const [file] = data?.items ?? [];
  if (!file?.id) throw new Error(`upload refused: ${message} ${JSON.stringify(file)}`);
  await runTasksOf(file.versionId);
  return file;
}
